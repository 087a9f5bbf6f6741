// npm run certify: shows on n8n's engine what a partner who posts charges has to show, against the miniature service or a test
// environment, and writes a certificate to hand over. Exit code 1 where anything was not as it must be.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { compileTools } from './compileTools.mjs';

const packageRoot = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const usage = `npm run certify                        on the miniature service, faults and all
npm run certify -- --per-hour 10       so many charges in each hour of the hotel's day (default 4)
npm run certify -- --folder reports    where the certificate is written (default .cache/certificate)

On a test environment, never production: set CERTIFY_ADDRESS, CERTIFY_ACCOUNT_ID, CERTIFY_API_KEY and CERTIFY_RESERVATION, a
reservation on which charges may be made and removed again. CERTIFY_LIMITED_KEY, a key of the account that may not create charges, shows
the missing scope. CERTIFY_CREDENTIAL takes further fields of the credential as JSON, such
as those that API Format → Check gives. Account and key are written nowhere.`;

const { values } = parseArgs({
	options: {
		help: { type: 'boolean' },
		'per-hour': { type: 'string', default: '4' },
		folder: { type: 'string', default: path.join('.cache', 'certificate') },
	},
});
const perHour = Number(values['per-hour']);
if (values.help || !Number.isInteger(perHour) || perHour < 1) {
	console.log(usage);
	process.exitCode = values.help ? 0 : 2;
} else {
	await main();
}

async function main() {
	const names = ['certify', 'html', 'markdown', 'target'];
	const tool = compileTools(names.map((name) => `test/certify/${name}.ts`));
	const { chooseTarget, TargetRefused } = tool('test/certify/target.ts');
	try {
		const target = await chooseTarget(process.env);
		console.log(`Certifying on ${target.name}. This takes some minutes.`);
		const { certify } = tool('test/certify/certify.ts');
		const certificate = await certify(target, { perHour, packageRoot });
		const text = tool('test/certify/markdown.ts').toMarkdown(certificate);
		mkdirSync(values.folder, { recursive: true });
		const [page, markdown] = ['html', 'md'].map((ending) =>
			path.join(values.folder, `certificate.${ending}`),
		);
		writeFileSync(page, tool('test/certify/html.ts').toHtml(certificate));
		writeFileSync(markdown, text);
		console.log(`\n${text}\nWritten: ${page}, ${markdown}`);
		process.exitCode = certificate.isPassed ? 0 : 1;
	} catch (error) {
		if (!(error instanceof TargetRefused)) throw error;
		console.error(error.message);
		process.exitCode = 2;
	}
}
