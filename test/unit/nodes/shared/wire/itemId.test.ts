import type { IDataObject } from 'n8n-workflow';

import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { DEFAULT_API_FORMAT } from '../../../support/defaultFormat';
import { idOf } from '../../../../../nodes/shared/wire/itemId';

describe('the id of a service item', () => {
	it.each<[IDataObject, string | number | undefined]>([
		[{ id: 'S-1' }, 'S-1'],
		[{ id: 7 }, 7],
		[{ id: 0 }, 0],
		[{ serviceId: 'S-1', reservationId: 'R-1' }, 'S-1'],
		[{ service_item_id: 5 }, 5],
		[{ uuid: 'u', id: 'S-1' }, 'S-1'],
		[{ id: null, _id: 'S-1' }, 'S-1'],
		[{ id: '', uuid: 'u' }, 'u'],
		[{ id: { value: 1 }, uuid: 'u' }, 'u'],
		[{ id: true }, undefined],
		[{ reservationId: 'R-1', accountCode: '4400' }, undefined],
		[{}, undefined],
	])('is detected in %p', (item, id) => {
		expect(idOf(item, DEFAULT_API_FORMAT)).toBe(id);
	});

	it('is read where the credential says, and nowhere else', () => {
		const format = apiFormatOf({ customApiFormat: true, idField: 'meta.key' });
		expect(idOf({ id: 'other', meta: { key: 'S-1' } }, format)).toBe('S-1');
		expect(idOf({ id: 'other' }, format)).toBeUndefined();
	});
});
