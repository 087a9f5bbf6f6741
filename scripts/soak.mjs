// npm run soak: every way in which the node writes, on n8n's engine, against a service on which a third of the requests go
// wrong. What was lost or doubled is read from the service's own books. Any such finding makes the exit code 1.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileTools } from './compileTools.mjs';

const packageRoot = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const usage = `npm run soak                            3 seeds of 300 items in each scenario (some minutes)
npm run soak -- --items 1000 --seeds 20
npm run soak -- --seed 17 --seeds 1     one seed again, as a finding names it
npm run soak -- --only 'reference'      the scenarios whose name holds this`;
const nodeOptions = { maxConcurrency: 20, maxRetries: 3, timeout: 1500 };

const { values } = parseArgs({
	options: {
		help: { type: 'boolean' },
		items: { type: 'string', default: '300' },
		seeds: { type: 'string', default: '3' },
		seed: { type: 'string', default: '1' },
		only: { type: 'string', default: '' },
	},
});
const numbers = [values.items, values.seed, values.seeds].map(Number);
if (values.help || !numbers.every((number) => Number.isInteger(number) && number > 0)) {
	console.log(usage);
	process.exitCode = values.help ? 0 : 2;
} else {
	await main(...numbers, values.only);
}

async function main(items, firstSeed, seeds, only) {
	const entries = ['soak', 'scenarios', 'scenario', 'soakReport'];
	const tool = compileTools(entries.map((name) => `test/soak/${name}.ts`));
	const { runSoak } = tool('test/soak/soak.ts');
	const { scenarios } = tool('test/soak/scenarios.ts');
	const { DIALECTS } = tool('test/soak/scenario.ts');
	const { listFindings, soakTables } = tool('test/soak/soakReport.ts');

	const chosen = scenarios.filter(({ name }) => name.includes(only));
	const runs = [];
	for (let seed = firstSeed; seed < firstSeed + seeds; seed++) {
		const started = Date.now();
		const spoken = DIALECTS[seed % DIALECTS.length];
		const settings = { seed, items, spoken, packageRoot, options: nodeOptions };
		// They mostly wait, so they wait together.
		const soaked = await Promise.all(
			chosen.map(async (scenario) => ({
				scenario,
				seed,
				figures: await runSoak(scenario, settings),
			})),
		);
		runs.push(...soaked);
		const seconds = ((Date.now() - started) / 1000).toFixed(0);
		console.log(`Seed ${seed} (${spoken.name}): ${seconds} s`);
		for (const finding of soaked.flatMap(listFindings)) console.log(`  ${finding}`);
	}
	const findings = runs.flatMap(listFindings);
	console.log(`\n${soakTables(runs)}\n`);
	console.log(
		findings.length === 0
			? 'Nothing lost, nothing duplicated, nothing misreported.'
			: `${findings.length} findings, see above.`,
	);
	process.exitCode = findings.length === 0 ? 0 : 1;
}
