import type { MiniatureService } from '../../service/miniatureService';
import { startMiniatureService } from '../../service/miniatureService';
import { logIn } from './instance';
import type { N8nApi } from './n8nApi';
import { createServiceCredential } from './serviceCredential';

/** What a test of charges in a real n8n works with; there from the first test on. */
export interface ChargeStage {
	service: MiniatureService;
	api: N8nApi;
	/** Saved in n8n, for the service. */
	credential: { id: string; name: string };
}

/** Sets the stage for the tests of a file; every one of them finds the service with empty books, and in good health. */
export function useChargeStage(): ChargeStage {
	const stage = {} as ChargeStage;

	beforeAll(async () => {
		stage.service = await startMiniatureService();
		stage.api = await logIn();
		stage.credential = await createServiceCredential(stage.api, stage.service);
	});

	beforeEach(() => {
		const { service } = stage;
		service.books.clear();
		service.log.clear();
		service.faults.clear();
		service.latencyMs = 0;
	});

	afterAll(() => stage.service.stop());

	return stage;
}
