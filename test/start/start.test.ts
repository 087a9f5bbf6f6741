import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(__dirname, '..', '..');
const run = async (script: string, ...words: string[]) =>
	await promisify(execFile)(process.execPath, [path.join('scripts', script), ...words], {
		cwd: root,
	});

it('npm start charges three guests, each of them once, and says so', async () => {
	const { stdout, stderr } = await run('start.mjs');

	expect(stderr).toBe('');
	const bills = stdout.slice(stdout.indexOf('The bills, before and after'));
	const added = bills.split('\n').filter((line) => line.endsWith('  added'));
	expect(added).toEqual([
		expect.stringMatching(/si-\d+ .*Spa day ticket \[ref:pay_812\] +49\.00 /),
		expect.stringMatching(/si-\d+ .*Late checkout until 14:00 \[ref:[-\w]+\] +28\.00 /),
		expect.stringMatching(/si-\d+ .*Spa day ticket \[ref:pay_813\] +49\.00 /),
	]);
	expect(bills).toMatch(/Total +951\.90 +1077\.90/);

	const answers = [...stdout.matchAll(/answer +{"status":"(\w+)"/gi)].map(([, status]) => status);
	expect(answers).toEqual(['charged', 'alreadyCharged', 'charged']);
	expect(stdout.match(/POST \/services: .*/g)).toEqual([
		'POST /services: carried out, but no answer',
	]);
});

it('npm run demo names the spellings that it knows, before it installs anything', async () => {
	const demo = run('demo.mjs', '--once', '--spelling', 'klingon');
	const stderr = expect.stringMatching(
		/'klingon'.* one of jsonApi, .*yen, .*valueWrappers/,
	) as string;
	await expect(demo).rejects.toMatchObject({ code: 1, stderr });
});
