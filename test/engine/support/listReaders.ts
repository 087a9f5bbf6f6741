import type { INodeParameters } from 'n8n-workflow';

/** A charge that is on none of the lists. */
const newCharge = { amount: 61, date: '2026-12-06', description: 'Tour' };

/** Everything that has to know the whole list of a reservation: what it is called, its operation, and its parameters. */
export const listReaders: Array<[string, string, INodeParameters]> = [
	['create by same fields', 'create', { ...newCharge, preventDuplicates: 'sameFields' }],
	[
		'create by reference',
		'create',
		{ ...newCharge, preventDuplicates: 'reference', reference: 'n' },
	],
	['upsert', 'upsert', { ...newCharge, reference: 'tour-1' }],
	[
		'sync',
		'sync',
		{ ...newCharge, reference: 'tour-1', removeMissing: true, referencePrefix: 'tour' },
	],
	['Get Many', 'getAll', { returnAll: true }],
];
