import { demoBookings } from '../../service/demoBookings';
import type { MiniatureService } from '../../service/miniatureService';
import { DEFAULT_ACCOUNT, startMiniatureService } from '../../service/miniatureService';
import { N8nApi, type Credential } from './n8nApi';
import type { N8nHost } from './n8nProcess';
import { credentialType } from './workflows';

/** What globalSetup.mjs has prepared for every test file. */
interface Instance {
	host: N8nHost;
	/** the unpacked tarball */
	packageFolder: string;
	/** of the running n8n */
	url: string;
	/** of n8n, such as 1.123; absent for the newest */
	version?: string;
}

export function readInstance(): Instance {
	const text = process.env.E2E_INSTANCE;
	if (!text) throw new Error('There is no n8n: run the suite with its own jest.config.js');
	return JSON.parse(text) as Instance;
}

/** @returns the running n8n's REST interface, logged in as its owner */
export async function logIn(): Promise<N8nApi> {
	const { url, version } = readInstance();
	const api = new N8nApi(url, version);
	await api.logIn();
	return api;
}

/** A credential for the service's default account, with other settings if need be. */
export function credentialFor(
	service: MiniatureService,
	settings: Record<string, unknown> = {},
): Credential {
	const { accountId, key } = DEFAULT_ACCOUNT;
	const data = { baseUrl: service.url, accountId, apiKey: key, ...settings };
	return { name: 'Harbour Inn', type: credentialType, data };
}

/** What a test in a real n8n works with; there from the first test on. */
export interface Stage {
	service: MiniatureService;
	api: N8nApi;
	/** Saved in n8n, for the service. */
	credential: { id: string; name: string };
}

/** Starts the service and saves a credential for it. */
export async function openStage(api: N8nApi): Promise<Stage> {
	const service = await startMiniatureService();
	const credential = credentialFor(service);
	const id = await api.createCredential(credential);
	return { service, api, credential: { id, name: credential.name } };
}

/** Sets the stage for the tests of a file; every one of them finds the service with empty books, and in good health. */
export function useStage(): Stage {
	const stage = {} as Stage;
	beforeAll(async () => void Object.assign(stage, await openStage(await logIn())));
	beforeEach(() => clear(stage.service));
	afterAll(() => stage.service.stop());
	return stage;
}

/** Empties the service's books and its log, and ends its faults. */
export function clear(service: MiniatureService): void {
	service.books.clear();
	service.log.clear();
	service.faults.clear();
	service.latencyMs = 0;
}

/** Puts the demo's bookings into the books, and nothing else. */
export function book(service: MiniatureService): void {
	clear(service);
	for (const { reservationId, ...item } of demoBookings('2026-12-04')) {
		service.books.add(reservationId, item);
	}
}
