// What a report of jest (--json) says in numbers.
import { readFileSync } from 'node:fs';

/**
 * @param {string} file the report
 * @returns {{ passed: number, skipped: number, failed: number, titles: string[] }} files that could not be run count as
 * failed; titles: of the tests that failed
 */
export function readReport(file) {
	const report = JSON.parse(readFileSync(file, 'utf8'));
	const tests = report.testResults.flatMap(({ assertionResults }) => assertionResults);
	return {
		passed: report.numPassedTests,
		skipped: report.numPendingTests,
		failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
		titles: tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
	};
}
