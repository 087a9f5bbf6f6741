import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
	IN8nHttpFullResponse,
} from 'n8n-workflow';

import type * as CredentialModule from '../../../credentials/ReservationServiceApi.credentials';
import type * as SenderModule from '../../../nodes/shared/client/authorizedSender';
import type { Outcome } from '../../../nodes/shared/answers/outcome';
import { accessWith } from './access';
import { DEFAULT_API_FORMAT } from './defaultFormat';
import { judged } from './outcomes';

type Data = ICredentialDataDecryptedObject;

/** How long things take, in milliseconds; asked anew each time. */
export interface Pace {
	/** A request's way to the service, or the answer's way back. */
	way: () => number;
	/** A read or a write of n8n's database. */
	database: () => number;
}

/** Passes so many milliseconds. */
export const pass = async (ms: number): Promise<void> =>
	await new Promise((resolve) => setTimeout(resolve, ms));

let accounts = 0;

/** What all processes of n8n share: a service where a login ends the token of the one before, and the stored credential. */
export class SharedWorld {
	logins = 0;
	private valid = 'none';
	private stored: Data = { ...accessWith({ accountId: `shared-${++accounts}` }) };

	constructor(private readonly pace: Pace) {}

	/** The service ends the token in use. */
	revoke(): void {
		this.valid = 'none';
	}

	async answer({ method, url, headers }: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
		await pass(this.pace.way());
		const isLogin = method === 'POST' && url.endsWith('/token');
		if (isLogin) this.valid = `T${++this.logins}`;
		const isTaken = isLogin || headers?.Authorization === `Bearer ${this.valid}`;
		const body = isLogin ? JSON.stringify({ success: true, token: this.valid }) : '[]';
		await pass(this.pace.way());
		return { statusCode: isTaken ? 200 : 401, headers: {}, body };
	}

	async read(): Promise<Data> {
		await pass(this.pace.database());
		return { ...this.stored };
	}

	/** n8n reads what is stored, and writes it back with the token. */
	async keep(output: Data): Promise<void> {
		const data = await this.read();
		await pass(this.pace.database());
		this.stored = { ...data, ...output };
	}
}

interface Modules {
	credentials: typeof CredentialModule;
	senders: typeof SenderModule;
}

/** One process of n8n: it has the package's modules, and what they remember, for itself. */
export class N8nProcess {
	private readonly modules: Modules = loadModules();
	private readonly type = new this.modules.credentials.ReservationServiceApi();

	/** Sends so many reads, one after the other. @returns their statuses, up to the first that is none of success */
	async run(world: SharedWorld, count: number): Promise<number[]> {
		const data = await world.read();
		const credential = { id: '1', name: 'c', type: this.type.name, data };
		const context = this.contextIn(world);
		const { AuthorizedSender } = this.modules.senders;
		const sender = new AuthorizedSender(context, credential, DEFAULT_API_FORMAT);
		const statuses: number[] = [];
		while (statuses.length < count && (statuses.at(-1) ?? 200) === 200) {
			const judge = (outcome: Outcome) => judged('GET', outcome);
			const { outcome } = await sender.send({ method: 'GET' }, { timeout: 60_000 }, judge);
			statuses.push(outcome.kind === 'answer' ? outcome.status : 0);
		}
		return statuses;
	}

	private contextIn(world: SharedWorld): IAllExecuteFunctions {
		/** As n8n does: it logs in for an empty token and stores what comes. */
		const send = async (
			_: string,
			options: IHttpRequestOptions,
			{ credentialsDecrypted: { data } }: { credentialsDecrypted: { data: Data } },
		): Promise<IN8nHttpFullResponse> => {
			if (data.accessToken === '') Object.assign(data, await this.logIn(world, data));
			return await world.answer(await this.type.authenticate(data, options));
		};
		return {
			helpers: { httpRequestWithAuthentication: send },
			getNode: () => ({ credentials: {} }),
			getCredentials: async () => await world.read(),
		} as unknown as IAllExecuteFunctions;
	}

	private async logIn(world: SharedWorld, data: Data): Promise<Data> {
		const httpRequest = async (options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> =>
			await world.answer(options);
		const helper = { helpers: { httpRequest } };
		const output = (await this.type.preAuthentication.call(helper, data)) as Data;
		if (output.accessToken !== undefined) await world.keep(output);
		return output;
	}
}

function loadModules(): Modules {
	const modules: Partial<Modules> = {};
	jest.isolateModules(() => {
		modules.credentials = jest.requireActual<typeof CredentialModule>(
			'../../../credentials/ReservationServiceApi.credentials',
		);
		modules.senders = jest.requireActual<typeof SenderModule>(
			'../../../nodes/shared/client/authorizedSender',
		);
	});
	return modules as Modules;
}
