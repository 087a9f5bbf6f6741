import { EXAMPLES } from '../../shared/format/fields';
import { labelOf } from '../../shared/n8n/parameters';
import type { Told } from '../../shared/n8n/userError';

/** `enter` can be pasted into that field of the credential as it stands. */
export type Row = Record<
	'setting' | 'verdict' | 'advice' | 'enter' | 'now' | 'found',
	string
>;

const RIGHT = {
	verdict: 'right',
	advice: 'Leave it as it is',
	// n8n shows an empty text in red.
	enter: ' ',
	now: ' ',
	found: ' ',
};
const UNTESTED = {
	verdict: 'notTested',
	advice: `Compare it with the documentation. 'Test Writing' tries it`,
};

/** A row for each setting and finding: right, unless something else is told. */
export class Report {
	untested: string[] = EXAMPLES.map(labelOf);
	private readonly told = new Map<string, Partial<Row>>();

	tell(setting: string, cells: Partial<Row>): void {
		this.told.set(setting, { ...this.told.get(setting), ...cells });
	}

	tellOpen(setting: string, { what, advice }: Told): void {
		this.tell(setting, { verdict: 'unknown', advice, found: what });
	}

	rows(): Row[] {
		const all = new Set([...EXAMPLES.map(labelOf), ...this.told.keys()]);
		const rows = [...all].map((setting) => {
			const base = this.untested.includes(setting) ? UNTESTED : {};
			return { setting, ...RIGHT, ...base, ...this.told.get(setting) };
		});
		const summary = { setting: 'Custom API Format', ...RIGHT };
		if (rows.some(({ verdict }) => /change|unknown/.test(verdict))) {
			summary.verdict = 'change';
			summary.advice = `With Custom API Format on in the credential, paste what 'enter' has, do what 'advice' says, and check again`;
		}
		return [summary, ...rows];
	}
}
