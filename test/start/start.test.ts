import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const root = path.join(__dirname, '..', '..');

it('npm start charges three guests, each of them once, and says so', async () => {
	const script = path.join('scripts', 'start.mjs');
	const { stdout, stderr } = await promisify(execFile)(process.execPath, [script], { cwd: root });

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
