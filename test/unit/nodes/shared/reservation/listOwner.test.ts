import type { IDataObject } from 'n8n-workflow';
import { UserError } from 'n8n-workflow';

import { assertOneReservation } from '../../../../../nodes/shared/reservation/listOwner';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { thrownBy } from '../../../support/thrown';

const wire = { format: apiFormatOf({}), timeZone: 'UTC' };

/** A list whose items show these at a place. */
function listOf(shown: unknown[], at = 'reservationId'): IDataObject[] {
	return shown.map((value, index) => ({ id: index, [at]: value as string }));
}

it.each<[string, IDataObject[]]>([
	['shows nothing', [{ id: 1 }, { id: 2 }]],
	['is empty', []],
	['shows one', listOf(['R-1', 'R-1'])],
	['shows one in several ways', listOf(['R-1', ' r-1 '])],
	['shows one as number and text', listOf([1001, '1001'])],
	['shows one on some items only', listOf(['R-1', undefined, null])],
	['shows objects, each of its own', listOf([{ a: 1 }, { a: 2 }], 'reservation')],
])('a list that %s is one reservation’s', (_, items) => {
	expect(() => assertOneReservation(items, wire)).not.toThrow();
});

it.each(['reservationId', 'reservation_id', 'reservationID', 'ReservationId', 'reservation'])(
	'a list that shows several at %s is refused, and says what to check',
	(at) => {
		const error = thrownBy(() => assertOneReservation(listOf(['R-1', 'R-2', 'R-1'], at), wire));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(/items of 2 reservations .*'Reservation ID Field'/);
		expect(error.description).toContain("'Custom API Format'");
	},
);

it('numbers tell reservations apart as well', () => {
	const items = listOf([1001, 1002, 1003]);
	expect(() => assertOneReservation(items, wire)).toThrow('3 reservations');
});

it('so does the ID of a reservation in the item', () => {
	const items = [{ reservation: { id: 'R-1' } }, { reservation: { id: 'R-2' } }];
	expect(() => assertOneReservation(items, wire)).toThrow('2 reservations');
});

it('so does what the credential calls the reservation’s ID', () => {
	const format = apiFormatOf({ customApiFormat: true, reservationIdField: 'booking.ref' });
	const items = [{ booking: { ref: 'R-1' } }, { booking: { ref: 'R-2' } }];

	expect(() => assertOneReservation(items, wire)).not.toThrow();
	expect(() => assertOneReservation(items, { ...wire, format })).toThrow('2 reservations');
});
