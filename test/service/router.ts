import type { Scope } from './accounts';
import { Refusal } from './answer';
import type { Answer } from './answer';
import { authorize } from './authorization';
import { answerError } from './errorBody';
import { createItem, deleteItem, getItem, listItems, updateItem } from './itemEndpoints';
import type { LoggedRequest } from './requestLog';
import type { ServiceState } from './serviceState';
import { answerSpelled } from './spelled';
import { issueToken } from './tokenEndpoint';

interface Endpoint {
	/** None: open to everyone. */
	scope?: Scope;
	handle(request: LoggedRequest, service: ServiceState, id: string): Answer;
}

type Endpoints = Partial<Record<string, Endpoint>>;

const TOKEN: Endpoints = { POST: { handle: issueToken } };

const COLLECTION: Endpoints = {
	GET: { scope: 'services:read', handle: listItems },
	POST: { scope: 'services:create', handle: createItem },
};

const ITEM: Endpoints = {
	GET: { scope: 'services:read', handle: getItem },
	PATCH: { scope: 'services:update', handle: updateItem },
	DELETE: { scope: 'services:delete', handle: deleteItem },
};

const ITEM_PATH = /^\/services\/([^/]+)$/;

/** Carries out one request (docs/service-api.md): path and method, then token and scope, then the request itself. */
export function answerRequest(request: LoggedRequest, service: ServiceState): Answer {
	try {
		const { endpoints, id } = findPath(request);
		const endpoint = endpoints[request.method];
		if (!endpoint) {
			const allow = Object.keys(endpoints).join(', ');
			throw new Refusal(405, `${request.method} is not possible here`, { headers: { allow } });
		}
		if (endpoint.scope) authorize(request, endpoint.scope, service);
		const { spelling } = service.dialect;
		if (spelling === undefined || endpoints === TOKEN) return endpoint.handle(request, service, id);
		return answerSpelled(request, service, spelling, (own, kept) => endpoint.handle(own, kept, id));
	} catch (error) {
		if (error instanceof Refusal) return answerError(error, service.dialect.errorBody);
		throw error;
	}
}

function findPath({ path, outsidePrefix }: LoggedRequest): { endpoints: Endpoints; id: string } {
	const ours = outsidePrefix ? '' : path;
	if (ours === '/services') return { endpoints: COLLECTION, id: '' };
	if (ours === '/token') return { endpoints: TOKEN, id: '' };
	const id = ITEM_PATH.exec(ours)?.[1];
	if (id === undefined) throw new Refusal(404, 'There is nothing at this address');
	return { endpoints: ITEM, id: decodeId(id) };
}

function decodeId(id: string): string {
	try {
		return decodeURIComponent(id);
	} catch {
		throw new Refusal(400, 'The address is not properly percent-encoded');
	}
}
