import type { BookedItem } from '../service/books';
import type { ServiceState } from '../service/serviceState';
import { judgeCharges } from './chargeVerdict';
import { makeCharges, type Charge } from './charges';
import { ANEW, RETRY_ON_FAIL, type Scenario, type SoakWork } from './scenario';

const fields = {
	resource: 'serviceItem',
	reservationId: '={{ $json.reservationId }}',
	amount: '={{ $json.amount }}',
	date: '={{ $json.date }}',
	description: '={{ $json.description }}',
};
const create = { ...fields, operation: 'create' };
const bySameFields = { ...create, preventDuplicates: 'sameFields' };
const reference = '={{ $json.reference }}';
const byReference = { ...create, preventDuplicates: 'reference', reference };

const beginEach: Scenario['begin'] = ({ books }, count) =>
	judgeCharges(books, makeCharges(count, { repeats: false }), 'fields');
const beginWithTwins: Scenario['begin'] = ({ books }, count) =>
	judgeCharges(books, makeCharges(count, { repeats: true }), 'fields');
const beginWithReferences: Scenario['begin'] = ({ books }, count) =>
	judgeCharges(books, makeCharges(count, { repeats: true }), 'reference');

/** Everything that adds charges to reservations. */
export const createScenarios: readonly Scenario[] = [
	{ name: 'create', parameters: create, begin: beginEach },
	{
		name: 'create, Retry On Fail',
		parameters: create,
		settings: RETRY_ON_FAIL,
		again: { how: 'retry', ends: ['done', 'unclear'] },
		begin: beginEach,
	},
	{ name: 'create, same fields', parameters: bySameFields, again: ANEW, begin: beginWithTwins },
	{
		name: 'create, same fields, Retry On Fail',
		parameters: bySameFields,
		settings: RETRY_ON_FAIL,
		again: ANEW,
		begin: beginWithTwins,
	},
	{
		name: 'create, same fields, stopped',
		parameters: bySameFields,
		isStopped: true,
		again: ANEW,
		begin: beginWithTwins,
	},
	{ name: 'create, reference', parameters: byReference, again: ANEW, begin: beginWithReferences },
	{
		name: 'create, reference, Retry On Fail',
		parameters: byReference,
		settings: RETRY_ON_FAIL,
		again: ANEW,
		begin: beginWithReferences,
	},
	{
		name: 'upsert',
		parameters: { ...fields, operation: 'upsert', reference },
		again: ANEW,
		begin: beginUpsert,
	},
	{
		name: 'sync',
		parameters: { ...fields, operation: 'sync', reference, removeMissing: true },
		again: ANEW,
		begin: beginSync,
	},
];

/** Half of the items are there, most of those with another amount. */
function beginUpsert(service: ServiceState, count: number): SoakWork {
	const charges = makeCharges(count, { repeats: false });
	for (const [n, charge] of charges.entries()) {
		if (n % 2 === 1) book(service, n % 8 === 1 ? charge : { ...charge, amount: 1 });
	}
	return judgeCharges(service.books, charges, 'reference');
}

/** Besides, each reservation has an item that is to be removed, and one without a reference that is to stay. */
function beginSync(service: ServiceState, count: number): SoakWork {
	const { books } = service;
	const reservations = new Set(
		makeCharges(count, { repeats: false }).map(({ reservationId }) => reservationId),
	);
	const others = [...reservations].map((reservationId) => {
		const other = { reservationId, amount: 7, date: '2026-12-24' };
		const byHand = books.add(reservationId, { ...other, description: 'Typed in by hand' });
		const unwanted = { ...other, description: 'No longer wanted', reference: 'gone' };
		return { byHand: byHand.id, unwanted: book(service, unwanted).id };
	});
	const { inputs, judge } = beginUpsert(service, count);
	return {
		inputs,
		judge(report) {
			const verdict = judge(report);
			const left = new Set(books.all().map(({ id }) => id));
			const isDone = report.told.every((each) => each === 'done');
			for (const { byHand, unwanted } of others) {
				if (!left.has(byHand)) verdict.duplicated.push(`${byHand} is gone, too`);
				if (isDone && left.has(unwanted)) verdict.lost.push(`${unwanted} is still there`);
			}
			return verdict;
		},
	};
}

function book(
	{ books, dialect }: ServiceState,
	{ reservationId, reference, ...item }: Charge,
): BookedItem {
	const isOwnField = dialect.referenceField !== '';
	const description = isOwnField ? item.description : `${item.description} [ref:${reference}]`;
	return books.add(reservationId, { ...item, description, ...(isOwnField && { reference }) });
}
