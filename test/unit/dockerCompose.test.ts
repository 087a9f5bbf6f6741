import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

interface ComposeFile {
	services: Record<
		string,
		{ image: string; environment: Record<string, unknown>; ports: unknown[]; volumes: string[] }
	>;
	volumes: Record<string, unknown>;
}

const page = readFileSync(path.join(__dirname, '..', '..', 'docs', 'installation.md'), 'utf8');
const [, source = ''] = /^```yaml\n([^]*?)^```$/m.exec(page) ?? [];

describe('the compose file of the installation page', () => {
	const { services, volumes } = parse(source, { strict: true, uniqueKeys: true }) as ComposeFile;
	const n8n = services.n8n;

	it('runs the official image, and lets unverified packages load', () => {
		expect(n8n?.image).toBe('docker.n8n.io/n8nio/n8n');
		expect(n8n?.environment.N8N_UNVERIFIED_PACKAGES_ENABLED).toBe('true');
	});

	it('writes values and ports the way Compose takes them: no booleans, no numbers in base 60', () => {
		for (const { environment, ports } of Object.values(services)) {
			expect(Object.values(environment).filter((value) => typeof value !== 'string')).toEqual([]);
			expect(ports).toEqual([expect.stringMatching(/^\d+:\d+$/)]);
		}
	});

	it("keeps n8n's folder, the package in it, on a volume that it declares", () => {
		const [volume = '', folder] = n8n?.volumes[0]?.split(':') ?? [];
		expect(folder).toBe('/home/node/.n8n');
		expect(Object.keys(volumes)).toEqual([volume]);
	});

	it('has the service that the commands below it name', () => {
		const copied = [...page.matchAll(/docker compose cp \S+ (\w+):/g)];
		const entered = [...page.matchAll(/docker compose (?:exec|restart) (\w+)/g)];
		const named = [...copied, ...entered].map(([, service = '']) => service);
		expect(named.length).toBeGreaterThan(0);
		expect(named.filter((service) => !(service in services))).toEqual([]);
	});
});
