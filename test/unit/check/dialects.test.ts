import { answered } from '../support/http';
import { SPELLINGS } from '../../service/spellings';
import type { JsonValue } from '../../service/json';
import { SAMPLE, slotOf } from '../../service/slots';
import { fillPattern } from '../../service/spelling';
import { DIALECTS } from './dialects';
import type { Service } from './support';
import { bring, serviceOf } from './support';

/** What nobody can know from the list alone, and is left to the user. */
const LEFT: Record<string, string> = {
	stripe: '8025 may be an amount of 8025 or of 80.25',
	cents: '1250 may be an amount of 1250 or of 12.5',
	rootList: 'text around the reservation, B-5512, is not taken apart: no reservation is read',
	clock: 'an account code in two places, and a folio that is none of the charge',
	german: 'German names, but for those that are much alike in English',
};
/** Their words do not tell Check which parameter is missing. */
const UNHEARD = ['german', 'odoo', 'salesforce'];

/** Lists only where it is asked by the name it knows, and misses it in its own words. */
function strictOf(answer: unknown, name: string, words: string): Service {
	const refusal = JSON.parse(words || '{"message":"bad request"}') as { success?: boolean };
	const service = serviceOf(answer, '5512');
	return (request) => {
		if (request.serviceId || request.query?.[name]) return service(request);
		return answered(refusal.success === false ? 200 : 400, refusal);
	};
}

interface Spelled {
	listed: Record<string, string>;
	shown: JsonValue;
	list?: (items: unknown[]) => unknown;
}

/** Name, the parameter of the list, how the service misses it, what is to be read, the answer, and what the user has looked up. */
type Case = [string, string, string, object, unknown, object];

const dialects = DIALECTS.map(
	([name = '', query = '', words = '', truth = '', text = '']): Case => {
		const own = name === 'odata' ? "reservationNo eq '{reservationId}'" : '{reservationId}';
		const entered = words === '' || UNHEARD.includes(name) ? { listQuery: { [query]: own } } : {};
		return [name, query, words, JSON.parse(truth) as object, JSON.parse(text), entered];
	},
);

const spelled = Object.entries(SPELLINGS).map(([name, spelling]): Case => {
	const { listed, shown, list = (items) => items } = spelling as unknown as Spelled;
	const truth: Record<string, unknown> = {};
	const charge = fillPattern(shown, ({ property, write, read }) => {
		const written = write(SAMPLE[property]);
		// 12.5 is 13 in yen.
		if (property !== 'externalRef') truth[property] = read(written);
		return written;
	});
	const query = Object.keys(listed).find((key) => slotOf(listed[key] ?? '')) ?? '';
	return [name, query, '', truth, list([charge]), { listQuery: listed }];
});

it.each([...dialects, ...spelled])(
	'brings a service like %s to green',
	async (name, query, words, truth, answer, entered) => {
		const service = strictOf(answer, query, words);
		const { open, read } = await bring(answer, entered, '5512', service);
		const result = expect({ open, ...read });
		if (name in LEFT) result.not.toEqual({ open: [], ...truth });
		else result.toEqual({ open: [], ...truth });
	},
);
