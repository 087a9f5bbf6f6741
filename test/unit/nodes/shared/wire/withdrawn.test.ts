import type { IDataObject } from 'n8n-workflow';

import { isWithdrawn } from '../../../../../nodes/shared/wire/withdrawn';

describe('a service item that is no charge any more', () => {
	it.each<IDataObject>([
		{ status: 'cancelled' },
		{ Status: 'CANCELED' },
		{ state: 'deleted' },
		{ state: 'void' },
		{ deleted: true },
		{ isDeleted: 1 },
		{ is_cancelled: 'true' },
		{ deletedAt: '2026-11-01T10:00:00Z' },
		{ voided_on: '2026-11-01' },
		{ cancelledDate: 1793527200 },
		{ cancelledAt: '22.11.2026 10:00' },
		{ deletedOn: '20261122' },
		{ deletedAt: '/Date(1793527200000)/' },
		{ voided: 'Yes' },
	])('is told by %j', (marks) => {
		expect(isWithdrawn({ id: 'S-1', amount: 10, ...marks })).toBe(true);
	});

	it.each<IDataObject>([
		{},
		{ status: 'confirmed', state: 'posted' },
		{ status: 'refunded' },
		{ status: true },
		{ status: null },
		{ deleted: false, isDeleted: 0, cancelled: 'no', voided: 'FALSE', removed: '0' },
		{ deletedAt: null, cancelledAt: '', voidedOn: '0000-00-00 00:00:00' },
		{ deletedAt: '0001-01-01T00:00:00', cancelledOn: '1970-01-01', voidedAt: '9999-12-31' },
		{ cancelled: 'none', voided: 'N', deleted: 'F' },
		{ deletedAt: '1/1/0001 12:00:00 AM', cancelledOn: '31/12/9999', voidDate: '01.01.1900' },
		{ deletedAt: '/Date(-62135596800000)/', cancelledAt: -62135596800, voidedAt: 253402300799 },
		{ deleted: '0.00', cancelledDate: '00/00/0000', removed: 'never', isDeleted: 'nein' },
		{ deleted: {}, cancelled: [] },
		{ description: 'cancelled', note: 'deleted', cancellable: true, deletedBy: 'Zoe' },
	])('is not told by %j', (marks) => {
		expect(isWithdrawn({ id: 'S-1', amount: 10, ...marks })).toBe(false);
	});
});
