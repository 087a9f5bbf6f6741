import { Check } from '../../../nodes/ServiceItem/check/checkApiFormat';
import type { Row } from '../../../nodes/ServiceItem/check/report';
import { apiFormatOf } from '../../../nodes/shared/format/apiFormat';
import { listIn, readCharge } from '../../../nodes/shared/format/charges';
import { EXAMPLES } from '../../../nodes/shared/format/fields';
import { labelOf } from '../../../nodes/shared/n8n/parameters';
import { RequestFailure } from '../../../nodes/shared/http/failure';
import type { Answer } from '../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import type { Session } from '../../../nodes/shared/http/session';
import { answered } from '../support/http';

export type Service = (request: ServiceRequest) => Answer;
type Settings = Session['settings'];

const ZONE = 'Europe/Berlin';
let accounts = 0;

function objectsIn(json: unknown): object[] {
	if (typeof json !== 'object' || json === null) return [];
	const inner = Object.values(json).flatMap(objectsIn);
	return Array.isArray(json) ? inner : [json, ...inner];
}

/** Lists for one reservation, whatever the parameter is called, and knows each charge by its ID. */
export function serviceOf(answer: unknown, reservationId = 'R-1'): Service {
	const asked = new RegExp(`(^|[^\\w-])${reservationId}($|[^\\w-])`);
	return ({ serviceId, query = {} }) => {
		const known = objectsIn(answer).find((each) =>
			Object.values(each).some((value) => `${value}` === serviceId),
		);
		if (known) return answered(200, { data: known });
		const isAsked = Object.values(query).some((value) => asked.test(value));
		return isAsked ? answered(200, answer) : answered(404, { message: 'none' });
	};
}

/** Opened without the examples, of a service that is asked without a network. */
function sessionOf(service: Service, entered: object): Session {
	const send = (request: ServiceRequest): Promise<Answer> => {
		const answer = service(request);
		const body = answer.body as { success?: boolean } | undefined;
		if (answer.status < 300 && body?.success !== false) return Promise.resolve(answer);
		return Promise.reject(new RequestFailure(request, answer));
	};
	const account = `check ${++accounts}`;
	const settings = { ...entered, customApiFormat: true };
	const open = (examples: Settings): Session => {
		const withFormat = (own: object) => open({ ...own, customApiFormat: true });
		const format = apiFormatOf(examples, ZONE);
		return { send, account, settings, format, withFormat } as unknown as Session;
	};
	return open({});
}

export async function check(service: Service, entered: object = {}, reservationId = 'R-1') {
	const rows = await new Check(sessionOf(service, entered), reservationId).run(false);
	const enter: Record<string, unknown> = {};
	for (const row of rows) {
		expect(Object.keys(row)).toEqual(['setting', 'verdict', 'advice', 'enter', 'now', 'found']);
		// n8n shows an empty text in red.
		expect(Object.values(row)).not.toContain('');
		// Of each field of the credential, there is one to paste.
		if (row.enter === ' ') continue;
		const name = EXAMPLES.find((each) => labelOf(each) === row.setting) ?? '';
		expect(enter).not.toHaveProperty(name);
		enter[name] = JSON.parse(row.enter);
	}
	const open = rows.filter(({ verdict }) => /change|unknown/.test(verdict));
	const of = (setting: string): Row | undefined => rows.find((row) => row.setting === setting);
	return { enter, open, of, verdict: rows[0]?.verdict };
}

/** Checks, enters what is proposed, and so on: what is open in the end, and what is read of the first charge of an answer. */
export async function bring(
	answer: unknown,
	entered: object,
	reservationId = 'R-1',
	service = serviceOf(answer, reservationId),
) {
	let settings: object = { ...entered };
	for (let round = 0; round < 3; round++) {
		const { enter } = await check(service, settings, reservationId);
		settings = { ...settings, ...enter };
	}
	const { open } = await check(service, settings, reservationId);
	if (open.length > 0) return { open, read: {} };
	const format = apiFormatOf({ ...settings, customApiFormat: true }, ZONE);
	const [raw = {}] = listIn(format, answer);
	const charge = readCharge(format, raw);
	return { open, read: { ...charge.fields, id: charge.id, reservationId: charge.reservationId } };
}
