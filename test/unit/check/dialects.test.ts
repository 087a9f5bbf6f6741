import { answered } from '../support/http';
import { SPELLINGS } from '../../service/spellings';
import { Slot } from '../../service/slots';
import { fillPattern, type Pattern } from '../../service/spelling';
import { DIALECTS } from './dialects';
import type { Service } from './support';
import { bring } from './support';

/** What nobody can know from the list alone, and is left to the user. */
const LEFT: Record<string, string> = {
	stripe: '8025 may be an amount of 8025 or of 80.25',
	cents: '1250 may be an amount of 1250 or of 12.5',
	queryLanguage: 'a charge within a list of its own',
	clock: 'an account code in two places, and a folio that is none of the charge',
};

function objectsIn(json: unknown): object[] {
	if (typeof json !== 'object' || json === null) return [];
	const inner = Object.values(json).flatMap(objectsIn);
	return Array.isArray(json) ? inner : [json, ...inner];
}

/** Lists for one reservation, asked for as it is known, and knows each charge by its ID. */
function serviceOf(answer: unknown, query: string, id: string, words: string): Service {
	const isAsked = new RegExp(`(^|[^\\w-])${id}($|[^\\w-])`);
	const refusal = JSON.parse(words || '{"message":"bad request"}') as { success?: boolean };
	return ({ serviceId, query: sent = {} }) => {
		const asked = sent[query];
		if (serviceId) {
			const known = objectsIn(answer).find((each) =>
				Object.values(each).some((value) => `${value}` === serviceId),
			);
			return known ? answered(200, { data: known }) : answered(404, { message: 'none' });
		}
		if (asked === undefined) return answered(refusal.success === false ? 200 : 400, refusal);
		return isAsked.test(asked) ? answered(200, answer) : answered(404, { message: 'none' });
	};
}

it.each(DIALECTS)(
	'brings a service like %s to green',
	async (name = '', query = '', words = '', truth = '', text = '') => {
		const answer = JSON.parse(text) as unknown;
		const own = name === 'odata' ? "reservationNo eq '{reservationId}'" : '{reservationId}';
		// Where the service does not say what it misses, the user has looked it up.
		const entered = words === '' ? { listQuery: { [query]: own } } : {};
		const { open, read } = await bring(
			serviceOf(answer, query, '5512', words),
			entered,
			'5512',
			answer,
		);
		expect(open).toEqual([]);
		const result = expect(read);
		if (name in LEFT) result.not.toEqual(JSON.parse(truth));
		else result.toEqual(JSON.parse(truth));
	},
);

const VALUES = {
	id: '7001',
	reservationId: '5512',
	amount: 12.5,
	date: '2026-11-21',
	description: 'Late checkout',
	accountCode: '4400',
	destinationAccount: '2',
	externalRef: 'order-1',
};
type Read = Record<string, unknown>;
interface Spelled {
	listed: Record<string, Slot | string>;
	shown: Pattern;
	list?: (items: unknown[]) => unknown;
}

function propertiesIn(shown: Pattern): string[] {
	if (shown instanceof Slot) return [shown.property];
	if (typeof shown !== 'object' || shown === null) return [];
	return Object.values(shown).flatMap(propertiesIn);
}

it.each(Object.entries(SPELLINGS))(
	'brings a service that spells like %s to green',
	async (name, spelling) => {
		const { listed, shown, list = (items) => items } = spelling as unknown as Spelled;
		const charge = fillPattern(shown, ({ property, write }) => write(VALUES[property]));
		const answer = list([charge]);
		const listQuery: Read = {};
		let parameter = '';
		for (const [key, value] of Object.entries(listed)) {
			listQuery[key] = value instanceof Slot ? value.blank : value;
			if (value instanceof Slot) parameter = key;
		}
		const service = serviceOf(answer, parameter, '5512', '');
		const { open, read } = await bring(service, { listQuery }, '5512', answer);
		const fields = propertiesIn(shown).filter((field) => field !== 'externalRef');
		const truth: Read = Object.fromEntries(fields.map((field) => [field, VALUES[field as 'id']]));
		if (name === 'yen') truth.amount = 13;
		// With text around it, it is not taken for the reservation.
		if (name === 'rootList') delete truth.reservationId;
		const result = expect({ open, ...read });
		if (name in LEFT) result.not.toEqual({ open: [], ...truth });
		else result.toEqual({ open: [], ...truth });
	},
);
