import type { Books } from '../service/books';
import type { ServiceState } from '../service/serviceState';
import { makeCharges, type Charge } from './charges';
import { ANEW, RETRY_ON_FAIL, type Scenario, type SoakWork, type Verdict } from './scenario';

const byId = { __rl: true, mode: 'id', value: '={{ $json.id }}' };
const update = {
	resource: 'serviceItem',
	operation: 'update',
	serviceId: byId,
	updateFields: { amount: '={{ $json.amount }}' },
};
const remove = { resource: 'serviceItem', operation: 'delete', serviceId: byId };

/** Everything that changes or removes charges that are there. */
export const changeScenarios: readonly Scenario[] = [
	{ name: 'update', parameters: update, again: ANEW, begin: beginUpdates },
	{
		name: 'update, Retry On Fail',
		parameters: update,
		settings: RETRY_ON_FAIL,
		again: ANEW,
		begin: beginUpdates,
	},
	{ name: 'delete', parameters: remove, begin: beginDeletes },
	{
		name: 'delete, Retry On Fail',
		parameters: remove,
		settings: RETRY_ON_FAIL,
		again: { how: 'retry', ends: ['done'] },
		begin: beginDeletes,
	},
];

/** Every other item is updated twice, in the order of the inputs. */
function beginUpdates({ books }: ServiceState, count: number): SoakWork {
	const charges = makeCharges(Math.ceil((count * 2) / 3), { repeats: false });
	const ids = charges.map((charge) => book(books, charge));
	const first = ids.map((id, n) => ({ id, amount: 1000 + n }));
	const second = ids.filter((_, n) => n % 2 === 0).map((id, n) => ({ id, amount: 5000 + n }));
	const inputs = [...first, ...second];
	return {
		inputs,
		judge({ told }) {
			const verdict: Verdict = { lost: [], duplicated: [], misreported: [] };
			const amounts = new Map(books.all().map(({ id, amount }) => [id, amount]));
			for (const [n, id] of ids.entries()) {
				let possible = [charges[n]!.amount];
				let isDone = false;
				for (const [index, input] of inputs.entries()) {
					if (input.id !== id || told[index] === 'refused') continue;
					isDone ||= told[index] === 'done';
					possible = told[index] === 'done' ? [input.amount] : [...possible, input.amount];
				}
				const amount = amounts.get(id);
				if (amount !== undefined && possible.includes(amount)) continue;
				const text = `${id}: ${amount} stored, ${possible.join(' or ')} expected`;
				(isDone ? verdict.lost : verdict.misreported).push(text);
			}
			return verdict;
		},
	};
}

/** Every other item is to be deleted, the rest is to stay. */
function beginDeletes({ books }: ServiceState, count: number): SoakWork {
	const ids = makeCharges(count * 2, { repeats: false }).map((charge) => book(books, charge));
	const inputs = ids.filter((_, n) => n % 2 === 0).map((id) => ({ id }));
	return {
		inputs,
		judge({ told, done }) {
			const verdict: Verdict = { lost: [], duplicated: [], misreported: [] };
			const toldOf = new Map(inputs.map(({ id }, n) => [id, told[n]]));
			const left = new Set(books.all().map(({ id }) => id));
			for (const id of ids) {
				const said = toldOf.get(id);
				if (said === 'done' && left.has(id)) verdict.lost.push(`${id} is still there`);
				if (said === undefined && !left.has(id)) verdict.duplicated.push(`${id} is gone, too`);
				if (said === 'refused' && !left.has(id)) verdict.misreported.push(`${id} is gone`);
			}
			const gone = ids.length - left.size;
			if (done !== undefined && !(done <= gone))
				verdict.lost.push(`${gone} are gone, but ${done} said to be done`);
			return verdict;
		},
	};
}

function book(books: Books, { reservationId, amount, date, description }: Charge): string {
	return books.add(reservationId, { amount, date, description }).id;
}
