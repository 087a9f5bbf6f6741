import type { History } from './play';
import { PLANS } from './world';

/** What no rule can avoid without a key or a lock at the service; docs/charge-safety.md says it in plain words. */
export interface Limit {
	/** As the page has it. */
	name: string;
	/** What may be broken then. */
	broken: RegExp;
	holds: (history: History) => boolean;
}

const isLate = ({ faults }: History): boolean => faults.some(([, fault]) => fault === 'late');
const isRefused = ({ faults }: History): boolean => faults.some(([, fault]) => fault === 'refused');
const areTwo = ({ world }: History): boolean => world.other !== 'none';
const overlaps = ({ world }: History): boolean => PLANS[world.plan] === PLANS.overlap2;

export const LIMITS: Limit[] = [
	{
		name: 'A create whose answer was lost is carried out after the last look',
		broken: /DOUBLE|EXCESSIVE/,
		holds: isLate,
	},
	{
		name: 'The list is late, and another process creates the same charge',
		broken: /DOUBLE|LOST|SWAP|UNSTABLE/,
		holds: (history) => areTwo(history) && history.world.late > 0,
	},
	{
		name: 'The answer to a create names an alike charge that somebody else has just made',
		broken: /SWAP|OTHERS .* made by desk/,
		holds: (history) =>
			history.world.answer === 'oldest' && (areTwo(history) || history.world.desk === 'adds'),
	},
	{
		name: 'Another process wants fewer alike charges, and a request is lost, somebody adds one, or IDs do not rise',
		broken: /LOST/,
		holds: ({ world, faults }) =>
			PLANS[world.plan] === PLANS.alike2 &&
			world.other === 'one' &&
			(faults.length > 0 || world.desk === 'adds' || world.ids === 'falling'),
	},
	{
		name: 'The list never shows what is created, and somebody at the desk adds the same charge',
		broken: /DOUBLE/,
		holds: ({ world }) => world.list === 'never' && world.desk === 'adds',
	},
	{
		name: 'The list is late, and somebody at the desk deletes the charge meanwhile',
		broken: /LOST/,
		holds: ({ world }) => world.late > 0 && world.desk === 'deletes',
	},
	{
		name: 'A charge with more fields counts for one with fewer, and the latter is deleted or refused',
		broken: /DOUBLE/,
		holds: (history) =>
			overlaps(history) && (history.world.desk === 'deletes' || isRefused(history)),
	},
	{
		name: 'A list shows row numbers, and a read by one shows the same charge, of another guest, without its reservation',
		broken: /OTHERS .* of another guest|OTHERS .* made by guest/,
		holds: ({ world }) =>
			world.list === 'rows' && world.get === 'withoutReservation' && world.foreign === 'twin',
	},
];

export function isBeyond(history: History, broken: string): boolean {
	return LIMITS.some((limit) => limit.broken.test(broken) && limit.holds(history));
}
