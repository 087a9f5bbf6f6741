import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { CannedAnswer, CannedRequest } from '../support/cannedService';
import { useCannedService } from '../support/cannedService';

const canned = useCannedService();

const spa = { amount: 25, date: '2026-11-21', description: 'Late checkout' };
/** A charge of another guest. */
const suite = { id: '77', reservationId: 'R-OTHER', amount: 900, description: 'Suite' };

/** Everything that the service has. */
let books: IDataObject[];

/** Lets the service make every charge rightly, and answer the request as `toPost` says. */
function answerCreates(toPost: (made: IDataObject) => CannedAnswer): void {
	canned.answer = (request) => {
		if (!request.asked.startsWith('POST')) return lookUp(request);
		const made = { id: String(48 + books.length), ...(request.body as IDataObject) };
		books.push(made);
		return toPost(made);
	};
}

function lookUp({ asked }: CannedRequest): CannedAnswer {
	if (asked.includes('?')) {
		return { body: { items: books.filter(({ reservationId }) => reservationId === 'R-1') } };
	}
	const item = books.find(({ id }) => id === asked.split('/').at(-1));
	if (!item) return { status: 404, body: { message: 'not found' } };
	if (asked.startsWith('GET')) return { body: item };
	books = books.filter((each) => each !== item);
	return { status: 204, body: '' };
}

const run = (operation: string, more: INodeParameters = {}) =>
	canned.run(operation, { reservationId: 'R-1', ...spa, ...more });
const ids = () => books.map(({ id }) => id);

beforeEach(() => (books = [suite]));

describe('an answer to a create that names something else by its ID', () => {
	const bySameFields = { preventDuplicates: 'sameFields' };
	const byReference = { preventDuplicates: 'reference', reference: 'order-1' };
	const id = { body: { id: 77 } };

	it.each<[string, string, INodeParameters, CannedAnswer]>([
		['the bill', 'create', bySameFields, { body: { id: 77, amount: 345.5 } }],
		['the bill', 'create', bySameFields, { body: { folio: { id: 77, balance: 345.5 } } }],
		['an ID alone', 'create', bySameFields, id],
		['a Location', 'create', bySameFields, { headers: { location: '/folios/77' }, body: '' }],
		['an ID by another name', 'create', bySameFields, { body: { invoiceId: 77 } }],
		['an ID alone', 'create', byReference, id],
		['an ID alone', 'upsert', { reference: 'order-1' }, id],
		['an ID alone', 'sync', { reference: 'order-1' }, id],
	])('deletes nothing, and the charge is made once: %s, to %s %j', async (...row) => {
		const [, operation, parameters, answer] = row;
		answerCreates(() => ({ status: 201, ...answer }));
		const [made] = (await run(operation, parameters)).json();
		const [found] = (await run(operation, parameters)).json();

		expect(made?.action).toBe('created');
		expect(found?.action).toBe(operation === 'create' ? 'alreadyExisted' : 'unchanged');
		if (operation === 'create') expect(made).toMatchObject({ id: '49', amount: 25 });
		expect(ids()).toEqual(['77', '49']);
	});
});
