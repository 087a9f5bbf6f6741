// Sums up jest's JSON reports: `tally.mjs "title=file" …`. Whatever should have run and did not counts as failed: a test
// file that could not be started, an interrupted run, a report that is missing.
import { readFileSync } from 'node:fs';
import path from 'node:path';

let passed = 0;
let failed = 0;
for (const argument of process.argv.slice(2)) {
	const [title, file] = argument.split('=');
	console.log(title);
	const report = readReport(file);
	if (!report) {
		failed += 1;
		console.log('  No report: the suite did not run to its end.\n');
		continue;
	}
	for (const { name, status, assertionResults } of report.testResults) {
		const tests = assertionResults.filter((test) => test.status === 'failed');
		for (const test of tests) console.log(`  failed: ${test.fullName}`);
		if (status === 'failed' && tests.length === 0)
			console.log(`  could not run: ${path.relative('', name)}`);
	}
	console.log(line('Test Suites:', report, 'TestSuites'));
	console.log(`${line('Tests:      ', report, 'Tests')}\n`);
	passed += report.numPassedTests;
	failed +=
		report.numFailedTests + report.numRuntimeErrorTestSuites + Number(report.wasInterrupted);
}
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

function readReport(file) {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

/** The line as jest's own summary has it. */
function line(label, report, kind) {
	const counts = [
		['failed', report[`numFailed${kind}`]],
		['skipped', report[`numPending${kind}`]],
		['todo', report[`numTodo${kind}`] ?? 0],
		['passed', report[`numPassed${kind}`]],
	].filter(([, count]) => count > 0);
	return `${label} ${counts.map(([word, count]) => `${count} ${word}, `).join('')}${report[`numTotal${kind}`]} total`;
}
