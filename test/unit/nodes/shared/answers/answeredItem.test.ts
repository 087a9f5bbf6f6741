import { answeredItem, completedItem } from '../../../../../nodes/shared/answers/answeredItem';
import { apiFormatOf } from '../../../../../nodes/shared/wire/apiFormat';
import { idOf } from '../../../../../nodes/shared/wire/itemId';
import { answered } from '../../../support/outcomes';

const format = apiFormatOf({});
const known = { reservationId: 'R-1', sent: { amount: 5 } };

describe('the item in an answer', () => {
	it('is what the service returned', () => {
		const answer = answered(201, { data: { id: 7, more: true } });
		expect(answeredItem(answer, known, format)).toEqual({ id: 7, more: true });
	});

	it.each([[''], ['{}'], ['[]'], ['null'], ['true']])(
		'is what is known where the service returned %p',
		(body) => {
			expect(answeredItem(answered(204, body), { ...known, id: 'S-1' }, format)).toEqual({
				id: 'S-1',
				amount: 5,
			});
			expect(answeredItem(answered(204, body), known, format)).toStrictEqual({ amount: 5 });
		},
	);

	it.each([
		['/services/48213', '48213'],
		['https://api.example.com/v1/services/a%2Fb?x=1', 'a/b'],
		['/services/50%', '50%'],
	])('has the id that the Location %s names', (location, id) => {
		expect(answeredItem(answered(201, '', { location }), known, format)).toEqual({ id, amount: 5 });
	});

	it.each([
		['48213', '48213'],
		['9007199254740993', '9007199254740993'],
		['"b3f1-00aa"', 'b3f1-00aa'],
	])('has the id that is all the answer: %s', (body, id) => {
		expect(answeredItem(answered(200, body), known, format)).toEqual({ id, amount: 5 });
	});

	it.each(['0', '1', '200', '201', '"OK"', '"created 7 items"', 'false'])(
		'has no id from the answer %s',
		(body) => {
			expect(answeredItem(answered(200, body), known, format)).toEqual({ amount: 5 });
		},
	);

	it.each(['/services', '/reservations/7', ''])('has no id from the Location %p', (location) => {
		expect(answeredItem(answered(201, '', { location }), known, format)).toEqual({ amount: 5 });
	});

	it('has its id where the credential says ids are', () => {
		const named = apiFormatOf({ customApiFormat: true, idField: 'meta.key' });
		const item = answeredItem(answered(201, '', { location: '/services/7' }), known, named);
		expect(idOf(item, named)).toBe('7');
	});
});

it('is completed with what was accepted, without changing either', () => {
	const item = { id: 7, data: { a: 1 } };
	const sent = { amount: 5, data: { a: 2, b: 3 } };

	expect(completedItem(item, { sent })).toEqual({ id: 7, amount: 5, data: { a: 1, b: 3 } });
	expect(item).toEqual({ id: 7, data: { a: 1 } });
	expect(sent).toEqual({ amount: 5, data: { a: 2, b: 3 } });
});
