import { BoundedMap } from '../../../../../nodes/shared/http/boundedMap';

it('gives a key always the same value, and every key its own', () => {
	const map = new BoundedMap(10, () => ({}));
	const first = map.of('a');
	expect(map.of('b')).not.toBe(first);
	expect(map.of('a')).toBe(first);
	expect([...map.keys()]).toEqual(['b', 'a']);
});

it('forgets what was used longest ago', () => {
	const map = new BoundedMap(3, () => ({}));
	for (const key of ['a', 'b', 'c', 'a', 'd']) map.of(key);
	expect([...map.keys()]).toEqual(['c', 'a', 'd']);
	map.delete('c');
	expect([map.has('c'), map.has('a'), map.size]).toEqual([false, true, 2]);
});

it('forgets nothing that is in use, and takes up a new one all the same', () => {
	const map = new BoundedMap(
		2,
		() => ({ isIdle: false }),
		({ isIdle }) => isIdle,
	);
	for (const key of ['a', 'b', 'c']) map.of(key);
	expect(map.size).toBe(3);
	map.of('b').isIdle = true;
	map.of('d');
	expect([...map.keys()]).toEqual(['a', 'c', 'd']);
});
