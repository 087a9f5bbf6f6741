import {
	messageFromService,
	withoutSecrets,
} from '../../../../../nodes/shared/answers/serviceMessage';

const wordsOf = (body: unknown): string | undefined => messageFromService(body, []);
describe('secrets', () => {
	it.each<[string, unknown, string]>([
		['a message', { message: 'Key s3cr3t is unknown' }, 's3cr3t'],
		['a field name', { errors: { s3cr3t: ['unknown'] } }, 's3cr3t'],
		['many places', 's3cr3t, s3cr3t and s3cr3t', 's3cr3t'],
		['the end, before a full stop that belongs to it', 'Unknown key s3cr3t.', 's3cr3t.'],
		['text with double spaces in it', 'Key s3  cr3t is unknown', 's3  cr3t'],
		['text with characters of patterns', 'Key s3$&.*(cr3t is unknown', 's3$&.*(cr3t'],
		['the place where the text is cut', `${'x'.repeat(294)} s3cr3t is unknown`, 's3cr3t'],
	])('are not repeated from %s', (_where, body, secret) => {
		const words = messageFromService(body, [secret]);
		expect(words).toBeTruthy();
		expect(words).not.toContain('s3');
		expect(words).not.toContain('cr3t');
	});

	it('are removed whole when one begins like another', () => {
		const secrets = ['hotel', 'hotel.token.tail'];
		const text = withoutSecrets('Refused hotel.token.tail of hotel', secrets);
		expect(text).not.toMatch(/hotel|token|tail/);
	});

	it('leave everything else alone', () => {
		expect(withoutSecrets('Nothing to hide', [])).toBe('Nothing to hide');
		expect(withoutSecrets('Nothing to hide', ['s3cr3t'])).toBe('Nothing to hide');
	});
});

describe('words that come in unusual ways', () => {
	it.each([
		[{ detail: [{ loc: ['body', 0, 'amount'], msg: 'too low' }] }, 'body.amount: too low'],
		[{ errors: ['Closed ', ' Closed', 'Closed'] }, 'Closed'],
		[{ message: 'Closed\n\tfor  good' }, 'Closed for good'],
		[{ message: 'Closed. . .' }, 'Closed'],
		[{ message: ' ', error: 'Closed' }, 'Closed'],
		[{ errors: [null, 7, 'Closed'] }, 'Closed'],
	])('%j is told as %p', (body, words) => {
		expect(wordsOf(body)).toBe(words);
	});

	it.each([
		[{ message: '<b>no</b>' }],
		[{ message: '{"a":1}' }],
		[{ message: '[{"a":1}]' }],
		[{ message: '[ {"a":1}]' }],
		[{ message: '' }],
	])('%j says nothing a person could use', (body) => {
		expect(wordsOf(body)).toBeUndefined();
	});

	it('is not looked for without end', () => {
		const nested = (levels: number): object =>
			levels === 0 ? { message: 'Closed' } : { error: nested(levels - 1) };
		expect(wordsOf(nested(5))).toBe('Closed');
		expect(wordsOf(nested(6))).toBeUndefined();
		const inLists = (levels: number): unknown => (levels === 0 ? 'Closed' : [inLists(levels - 1)]);
		expect(wordsOf(inLists(6))).toBe('Closed');
		expect(wordsOf(inLists(7))).toBeUndefined();
	});

	it.each([
		[300, 300],
		[301, 300],
	])('of %d letters keep %d', (length, kept) => {
		const told = messageFromService({ message: 'x'.repeat(length) }, []) ?? '';
		expect(told).toHaveLength(kept);
		expect(told.endsWith('…')).toBe(length > kept);
	});

	it('lose secrets, the longer ones first, but not what is too short for one', () => {
		const words = messageFromService({ message: 'key-1 key-12 abc 4444' }, [
			'key-1',
			'key-12',
			'abc',
			'4444',
		]);
		expect(words).toBe('*** *** abc ***');
	});
});
