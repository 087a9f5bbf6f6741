import type { History } from './play';
import { PLANS } from './world';

/** What no rule can avoid without a key or a lock at the service; docs/charge-safety.md says it in plain words. */
export interface Limit {
	name: string;
	/** What may be broken then. */
	broken: RegExp;
	holds: (history: History) => boolean;
}

const isLate = ({ faults }: History): boolean => faults.some(([, fault]) => fault === 'late');
const areTwo = ({ world }: History): boolean => world.other !== 'none';
const overlaps = ({ world }: History): boolean => PLANS[world.plan] === PLANS.overlap2;

export const LIMITS: Limit[] = [
	{
		name: 'a request that was lost is carried out after the last look',
		broken: /DOUBLE/,
		holds: isLate,
	},
	{
		name: 'a late list, and another process: each sees its own charge only, or takes the other one for its own',
		broken: /DOUBLE|LOST|SWAP|UNSTABLE/,
		holds: (history) => areTwo(history) && history.world.late > 0,
	},
	{
		name: 'the answer names an alike charge that another process, or the desk, has just made',
		broken: /SWAP|OTHERS .* made by desk/,
		holds: (history) =>
			history.world.answer === 'oldest' && (areTwo(history) || history.world.desk === 'adds'),
	},
	{
		name: 'another process that wants fewer alike charges: it deletes its own, which stood for one that was lost, or that the first list had',
		broken: /LOST/,
		holds: ({ world, faults }) =>
			PLANS[world.plan] === PLANS.alike2 &&
			world.other === 'one' &&
			(faults.length > 0 || world.ids === 'falling'),
	},
	{
		name: 'a list that never shows what is created, and somebody at the desk who adds the same meanwhile',
		broken: /DOUBLE/,
		holds: ({ world }) => world.list === 'never' && world.desk === 'adds',
	},
	{
		name: 'a late list, and somebody at the desk who deletes the charge meanwhile',
		broken: /LOST/,
		holds: ({ world }) => world.late > 0 && world.desk === 'deletes',
	},
	{
		name: 'a charge with more fields stands for one with fewer, and somebody deletes that one meanwhile',
		broken: /DOUBLE/,
		holds: (history) => overlaps(history) && history.world.desk === 'deletes',
	},
];

export function isBeyond(history: History, broken: string): boolean {
	return LIMITS.some((limit) => limit.broken.test(broken) && limit.holds(history));
}
