import { parseTemplate } from '../../../../../../nodes/shared/wire/templates/parseTemplate';
import { readTemplate } from '../../../../../../nodes/shared/wire/templates/readTemplate';

const fields = (...entries: Array<[string, unknown]>) => ({
	fields: entries.map(([label, value]) => ({ label, value })),
});

function read(example: object, item: object): object {
	const template = parseTemplate(JSON.stringify(example), 2) ?? [];
	return readTemplate(template, item, 'Europe/Berlin').values;
}

describe('a list whose entries have names', () => {
	const example = fields(['Text', '{description}'], ['Code', '{accountCode}']);

	it('is read by them, in whatever order and with whatever else it comes', () => {
		const item = fields(['Guest', 'Mr A'], ['Code', '4400'], ['Text', 'Spa']);
		expect(read(example, item)).toEqual({ description: 'Spa', accountCode: '4400' });
	});

	it('is read by names that lie in an object', () => {
		const values = (...entries: Array<[string, string]>) => ({
			values: entries.map(([name, value]) => ({ custom_field: { pk: 7, name }, value })),
		});
		const written = values(['Text', '{description}'], ['Code', '{accountCode}']);
		const item = values(['Guest', 'Mr A'], ['Code', '4400'], ['Text', 'Spa']);
		expect(read(written, item)).toEqual({ description: 'Spa', accountCode: '4400' });
	});

	it('has no value for an entry that is missing', () => {
		expect(read(example, fields(['Code', '4400']))).toEqual({ accountCode: '4400' });
	});

	it('is read by the names of inner lists, too', () => {
		const nested = (inner: object, other: object) => ({
			parts: [
				{ kind: 'b', ...inner },
				{ kind: 'a', ...other },
			],
		});
		const item = nested({ fields: [] }, fields(['Code', '4400'], ['Text', 'Spa']));
		const turned = { parts: [...item.parts].reverse() };
		expect(read(nested({}, example), item)).toEqual(read(nested({}, example), turned));
		expect(read(nested({}, example), turned)).toEqual({ description: 'Spa', accountCode: '4400' });
	});

	it('is read by position where the names of the example are those of one charge', () => {
		const numbered = (one: string, two: string, values: string[]) => ({
			lines: [
				{ id: one, text: values[0] },
				{ id: two, text: values[1] },
			],
		});
		expect(
			read(
				numbered('l-1', 'l-2', ['{description}', '{accountCode}']),
				numbered('l-8', 'l-9', ['Spa', '4400']),
			),
		).toEqual({ description: 'Spa', accountCode: '4400' });
	});
});

it('is read by position where entries have no names', () => {
	const example = { lines: [{ kind: 'x', text: '{description}' }, { code: '{accountCode}' }] };
	const item = { lines: [{ kind: 'y', text: 'Spa' }, { code: '4400' }] };
	expect(read(example, item)).toEqual({ description: 'Spa', accountCode: '4400' });
});
