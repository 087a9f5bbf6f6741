import { FairQueue } from '../../../nodes/shared/http/fairQueue';

const [bulk, webhook, other] = [{}, {}, {}];

function allOf(queue: FairQueue<string>): string[] {
	const entries: string[] = [];
	for (let entry = queue.next(); entry !== undefined; entry = queue.next()) entries.push(entry);
	return entries;
}

function queueOf(...entries: Array<[object, string]>): FairQueue<string> {
	const queue = new FairQueue<string>();
	for (const [owner, entry] of entries) queue.add(owner, entry);
	return queue;
}

it('serves owners in turn, and each in order', () => {
	const queue = queueOf([bulk, 'b1'], [bulk, 'b2'], [bulk, 'b3'], [webhook, 'w1'], [other, 'o1']);
	expect(allOf(queue)).toEqual(['b1', 'w1', 'o1', 'b2', 'b3']);
});

it('serves nobody twice before everyone has been served, even if they come back at once', () => {
	const queue = queueOf([bulk, 'b1'], [webhook, 'w1']);
	expect(queue.next()).toBe('b1');
	queue.add(bulk, 'b2');
	queue.add(other, 'o1');
	expect(allOf(queue)).toEqual(['w1', 'b2', 'o1']);
});

it('lets a newcomer go before those who have just been served', () => {
	const queue = queueOf([bulk, 'b1'], [bulk, 'b2'], [other, 'o1'], [other, 'o2'], [other, 'o3']);
	expect([queue.next(), queue.next()]).toEqual(['b1', 'o1']);
	queue.add(webhook, 'w1');
	expect(allOf(queue)).toEqual(['w1', 'b2', 'o2', 'o3']);
});

it('lets one newcomer pass between two turns, so that nobody waits for ever', () => {
	const queue = queueOf([bulk, 'b1'], [bulk, 'b2'], [bulk, 'b3']);
	queue.next();
	const served: unknown[] = [];
	for (let n = 1; n <= 6; n++) {
		queue.add({}, `w${n}`);
		queue.add({}, `v${n}`);
		served.push(queue.next());
	}
	expect(served).toEqual(['w1', 'b2', 'v1', 'w2', 'v2', 'w3']);
	expect(queue.next()).toBe('b3');
});

it('does not go back behind newcomers for what comes later', () => {
	const queue = queueOf([bulk, 'b1'], [bulk, 'b2']);
	queue.next();
	queue.add(webhook, 'w1');
	queue.add(bulk, 'b3');
	queue.add(other, 'o1');
	expect(allOf(queue)).toEqual(['w1', 'b2', 'o1', 'b3']);
});

it('leaves out what was removed', () => {
	const queue = queueOf([bulk, 'b1'], [bulk, 'b2'], [webhook, 'w1']);
	queue.remove('b1');
	queue.remove('w1');
	queue.remove('o1');
	expect(allOf(queue)).toEqual(['b2']);
	expect(queue.isEmpty).toBe(true);
});

it('is empty before anything is added and after everything is out', () => {
	const queue = queueOf();
	expect(queue.isEmpty).toBe(true);
	queue.add(bulk, 'b1');
	expect(queue.isEmpty).toBe(false);
	queue.next();
	expect(queue.isEmpty).toBe(true);
	expect(queue.next()).toBeUndefined();
});
