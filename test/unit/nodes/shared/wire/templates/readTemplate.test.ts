import { charge, filled, read } from '../../../../support/templates';

describe('reading a service item', () => {
	const example = {
		id: '{id}',
		money: { cents: '{amount as minorUnits}', currency: 'EUR' },
		when: ['{date as utcDay}'],
		text: '{description}',
		posting: { code: '{accountCode as number}' },
	};

	it('takes only the places of the blanks', () => {
		const item = {
			id: 'si-1',
			money: { cents: 1250, currency: 'USD', tax: 3 },
			when: ['2026-11-21T00:00:00Z', 'later'],
			text: 'Spa',
			posting: { code: 4400 },
			amount: 99,
		};
		expect(read(example, item)).toEqual({
			values: {
				id: 'si-1',
				amount: 12.5,
				date: '2026-11-21',
				description: 'Spa',
				accountCode: 4400,
			},
			misfits: {},
		});
	});

	it('tells values in another form than the template says from those that are not there', () => {
		const item = {
			id: 'si-1',
			money: { cents: '12.50' },
			when: ['21 Nov'],
			text: null,
			posting: {},
		};
		const { values, misfits } = read(example, item);
		expect(values).toEqual({ id: 'si-1' });
		expect(Object.keys(misfits)).toEqual(['amount', 'date']);
		expect(misfits.amount).toMatchObject({ path: ['money', 'cents'], value: '12.50' });
	});

	it('takes the first place with a value', () => {
		const twice = { gross: { value: '{amount}' }, net: '{amount}' };
		expect(read(twice, { net: 10 }).values).toEqual({ amount: 10 });
		expect(read(twice, { gross: { value: 12 }, net: 10 }).values).toEqual({ amount: 12 });
	});

	it('reads what it has written', () => {
		const all = {
			b: 'r:{reservationId}',
			a: '{amount as text}',
			d: { on: '{date as dd/MM/yyyy}' },
			t: [
				'{description} #{reference}',
				{ c: '{accountCode as number}', to: '{destinationAccount}' },
			],
		};
		expect(read(all, filled(all))).toEqual({
			values: { ...charge, accountCode: 4400 },
			misfits: {},
		});
	});

	it.each([null, 'text', 5, [], [[]], { money: 5, when: 'x' }])('finds nothing in %j', (item) => {
		expect(read({ money: { c: '{amount}' }, when: ['{date}'] }, item)).toEqual({
			values: {},
			misfits: {},
		});
	});
});
