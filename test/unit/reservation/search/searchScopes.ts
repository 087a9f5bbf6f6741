import type { Scope } from './search';
import { Findings, searchAll } from './search';

/** On a busy machine. */
const TIMEOUT_MS = 150_000;

/** Plays all histories of each scope, by its name. */
export function searchScopes(scopes: Record<string, Scope>): void {
	// A history has a hundred errors, which nobody traces.
	Error.stackTraceLimit = 0;
	it.each(Object.entries(scopes))(
		'%s: every word is true',
		async (_name, scope) => {
			const findings = new Findings();
			await searchAll(scope, findings);
			expect(findings.lines).toEqual([]);
			expect(findings.count).toBeGreaterThan(300);
		},
		TIMEOUT_MS,
	);
}
