import { eventsOf, inShort } from './support/watch';
import { useWatchedHotel } from './support/watchedHotel';
import { since } from './support/n8nVersion';

const { watch, add } = useWatchedHotel('R-1', 'R-2', 'R-3');

since('2.41').describe(
	'durable poll cursors, which n8n does not keep after a poll at activation without items',
	() => {
		const watchDurably = (reservationIds: string[]) =>
			watch({ reservationIds, events: ['created'] }, { durableCursors: true });

		it('lose nothing of what happens between activation and the first poll', async () => {
			add('R-1', 'a');
			const watching = watchDurably(['R-1']);
			expect((await watching.activate()).items).toBeNull();
			add('R-1', 'b');

			expect(inShort(await watching.events())).toEqual(['created R-1 b']);
			expect(await watching.events()).toEqual([]);
		});

		it('lose nothing of a reservation that is added to the list', async () => {
			const watching = watchDurably(['R-1']);
			await watching.activate();
			add('R-2', 'a');
			await watching.activate({ reservationIds: ['R-1', 'R-2'] });
			add('R-2', 'b');

			expect(inShort(await watching.events())).toEqual(['created R-2 b']);
		});

		it('give out nothing twice when a poll begins before n8n has kept what the last one led to', async () => {
			const watching = watchDurably(['R-1']);
			await watching.activate();
			add('R-1', 'a');
			const before = watching.saved;
			expect(inShort(await watching.events())).toEqual(['created R-1 a']);
			add('R-1', 'b');

			expect((await watching.tick({ staticData: before })).items).toBeNull();
			expect(inShort(await watching.events())).toEqual(['created R-1 b']);
		});

		it('lose nothing over a restart, and give out nothing twice', async () => {
			const watching = watchDurably(['R-1']);
			await watching.activate();
			add('R-1', 'a');

			expect(inShort(eventsOf(await watching.restart()))).toEqual(['created R-1 a']);
			expect(await watching.events()).toEqual([]);
		});
	},
);
