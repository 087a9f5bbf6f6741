import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';

interface ComposeFile {
	services: Record<
		string,
		{
			image: string;
			environment?: Record<string, unknown>;
			ports?: unknown[];
			volumes?: string[];
			stop_grace_period?: string;
			depends_on?: string[];
		}
	>;
	volumes: Record<string, unknown>;
}

function readPage(name: string): string {
	return readFileSync(path.join(__dirname, '..', '..', 'docs', name), 'utf8');
}

function readComposeFile(page: string): ComposeFile {
	const [, source = ''] = /^```yaml\n([^]*?)^```$/m.exec(page) ?? [];
	return parse(source, { strict: true, uniqueKeys: true, merge: true }) as ComposeFile;
}

describe('the compose file of the installation page', () => {
	const page = readPage('installation.md');
	const { services, volumes } = readComposeFile(page);
	const n8n = services.n8n;

	it('runs the official image, and lets unverified packages load', () => {
		expect(n8n?.image).toBe('docker.n8n.io/n8nio/n8n');
		expect(n8n?.environment?.N8N_UNVERIFIED_PACKAGES_ENABLED).toBe('true');
	});

	it('writes values and ports the way Compose takes them: no booleans, no numbers in base 60', () => {
		for (const { environment = {}, ports } of Object.values(services)) {
			expect(Object.values(environment).filter((value) => typeof value !== 'string')).toEqual([]);
			expect(ports).toEqual([expect.stringMatching(/^\d+:\d+$/)]);
		}
	});

	it("keeps n8n's folder, the package in it, on a volume that it declares", () => {
		const [volume = '', folder] = n8n?.volumes?.[0]?.split(':') ?? [];
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

describe('the compose file of the scaling page', () => {
	const { services, volumes } = readComposeFile(readPage('scaling.md'));
	const all = Object.values(services);

	it('gives the main process and its workers the same settings, as texts', () => {
		const { n8n, worker } = services;
		expect(n8n?.environment).toMatchObject({ EXECUTIONS_MODE: 'queue' });
		expect(worker?.environment).toEqual(n8n?.environment);
		const values = all.flatMap(({ environment = {} }) => Object.values(environment));
		expect(values.filter((value) => typeof value !== 'string')).toEqual([]);
	});

	it('names no server and no volume that it does not have', () => {
		const { QUEUE_BULL_REDIS_HOST: redis, DB_POSTGRESDB_HOST: postgres } =
			services.worker?.environment ?? {};
		const named = [redis, postgres, ...all.flatMap(({ depends_on: servers = [] }) => servers)];
		expect(named.filter((name) => !(String(name) in services))).toEqual([]);
		const mounted = all.flatMap(({ volumes: folders = [] }) => folders);
		expect(mounted.map((folder) => folder.split(':')[0])).toEqual(Object.keys(volumes));
	});

	it('gives containers as long as n8n takes to finish its runs', () => {
		const { environment, stop_grace_period: period } = services.worker ?? {};
		const seconds = Number(environment?.N8N_GRACEFUL_SHUTDOWN_TIMEOUT);
		expect(period).toBe(`${seconds / 60}m`);
	});
});
