import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';

import { mergeBelow, readPath, writePath } from '../../../../../nodes/shared/wire/dotPath';
import { holds } from '../../../support/properties';

/** Names a service may use, and those that mean something to JavaScript. */
const key = fc.constantFrom('a', 'b', 'c', '0', '', '__proto__', 'constructor', 'toString');
const path = fc.array(key, { minLength: 1, maxLength: 4 }).map((keys) => keys.join('.'));
const { data } = fc.letrec<{ data: IDataObject; value: unknown }>((tie) => ({
	data: fc.dictionary(key, tie('value'), { maxKeys: 3 }) as fc.Arbitrary<IDataObject>,
	value: fc.oneof(
		{ depthSize: 'small' },
		fc.constantFrom(null, 7, 'text', true, [1, { a: 1 }]),
		tie('data'),
	),
}));

describe('a path', () => {
	it('reads what was written to it', () => {
		holds(
			fc.property(data, path, fc.jsonValue(), (target, where, value) => {
				writePath(target, where, value);
				expect(readPath(target, where)).toBe(value);
			}),
			500,
		);
	});

	it('leaves all others as they were', () => {
		holds(
			fc.property(data, path, path, (target, where, other) => {
				fc.pre(!isWithin(where, other) && !isWithin(other, where));
				const before = readPath(target, other);
				writePath(target, where, 'new');
				const after = readPath(target, other);
				// What stood in the way of the new value is replaced, and is all that may be lost.
				if (after !== before) expect(after).toBeUndefined();
			}),
			500,
		);
	});

	it('reads nothing that is not in the data, and changes nothing outside of it', () => {
		holds(
			fc.property(data, path, (target, where) => {
				writePath(target, where, 'new');
				expect(typeof readPath(structuredClone(target), `${where}.toString`)).toBe('undefined');
				expect(Object.getOwnPropertyNames(Object.prototype)).toEqual(builtIn);
				expect(({} as IDataObject).a).toBeUndefined();
			}),
		);
	});
});

describe('merging below', () => {
	it('changes no value that is there, and adds every one that is not in its way', () => {
		holds(
			fc.property(data, data, path, (target, extra, where) => {
				const [mine, theirs] = [readPath(target, where), readPath(extra, where)];
				mergeBelow(target, extra);
				const merged = readPath(target, where);
				if (mine !== undefined)
					expect(leavesOf(merged)).toEqual(expect.arrayContaining(leavesOf(mine)));
				else if (merged !== undefined) expect(merged).toBe(theirs);
			}),
			500,
		);
	});

	it('does no more the second time', () => {
		holds(
			fc.property(data, data, (target, extra) => {
				mergeBelow(target, extra);
				const once = JSON.stringify(target);
				mergeBelow(target, structuredClone(extra));
				expect(JSON.stringify(target)).toBe(once);
			}),
		);
	});
});

const builtIn = Object.getOwnPropertyNames(Object.prototype);

function isWithin(path: string, other: string): boolean {
	return `${path}.`.startsWith(`${other}.`);
}

/** All values that are not objects themselves, as text, with where they stand. */
function leavesOf(value: unknown, where = ''): string[] {
	if (typeof value !== 'object' || value === null || Array.isArray(value)) {
		return [`${where}=${JSON.stringify(value)}`];
	}
	return Object.entries(value).flatMap(([name, inner]) => leavesOf(inner, `${where}.${name}`));
}
