import type { Told } from '../../shared/n8n/userError';

/** `enter` can be pasted into that field of the credential as it stands. */
export type Row = Record<
	'setting' | 'verdict' | 'advice' | 'enter' | 'now' | 'found',
	string
>;

export const RIGHT = {
	verdict: 'right',
	advice: 'Leave it as it is',
	// n8n shows an empty text in red.
	enter: ' ',
	now: ' ',
	found: ' ',
};

/** A row for each setting and finding: right, unless something else is told. */
export class Report {
	private readonly told = new Map<string, Row>();

	tell(setting: string, cells: Partial<Row> = {}): void {
		const known = this.told.get(setting);
		this.told.set(setting, { setting, ...RIGHT, ...known, ...cells });
	}

	tellOpen(setting: string, { what, advice }: Told): void {
		this.tell(setting, { verdict: 'unknown', advice, found: what });
	}

	rows(): Row[] {
		const rows = [...this.told.values()];
		const summary = { setting: 'Custom API Format', ...RIGHT };
		if (rows.some(({ verdict }) => /change|unknown/.test(verdict))) {
			summary.verdict = 'change';
			summary.advice = `In the credential, turn on Custom API Format, paste what 'enter' has, do what 'advice' says, and check again`;
		}
		return [summary, ...rows];
	}
}
