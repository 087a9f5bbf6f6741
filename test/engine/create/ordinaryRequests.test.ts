import type { INodeParameters } from 'n8n-workflow';
import { chargeFromItem, chargesOf, useHotel } from '../support/hotel';

const hotel = useHotel();

/** Each run and what it sends, one after another: L a list, C a create, G a GET of one item, U an update, D a deletion. */
const deleting = { deleteMissing: true, referencePrefix: 'r-' };
const runs: Array<[string, string, INodeParameters, number[], string]> = [
	['three charges', 'create', { preventDuplicates: 'sameFields' }, [1, 2, 3], 'L C L C C L'],
	['nothing to do', 'create', { preventDuplicates: 'sameFields' }, [1, 2, 3], 'L'],
	['without protection', 'create', {}, [1, 2], 'C C'],
];
const syncs: typeof runs = [
	['the first charges', 'sync', {}, [1, 2], 'L C L C L'],
	['the first updates of the process', 'sync', {}, [11, 12], 'L G U L U L'],
	['further updates', 'sync', {}, [21, 22], 'L U L U L'],
	['an update and a new one', 'sync', {}, [31, 22, 3], 'L U C L'],
	['nothing to do', 'sync', deleting, [31, 22, 3], 'L'],
	['a deletion', 'sync', deleting, [31, 22], 'L L D L'],
	['an update and a deletion', 'sync', deleting, [41], 'L U L L D L'],
];

it.each([
	['by same fields', runs],
	['by reference', syncs],
])('an ordinary run of one reservation sends no request too many: %s', async (_, all) => {
	const sent: string[] = [];
	for (const [what, operation, parameters, amounts] of all) {
		hotel.service.log.clear();
		const items = chargesOf(amounts);
		const run = await hotel.run(operation, { ...chargeFromItem, ...parameters }, { items });
		expect(run.error?.message).toBeUndefined();
		const letters = hotel.requests.map(({ method, path }) => {
			if (method === 'GET') return path === '/services' ? 'L' : 'G';
			return { POST: 'C', PATCH: 'U', DELETE: 'D' }[method];
		});
		sent.push(`${what}: ${letters.join(' ')}`);
	}

	expect(sent).toEqual(all.map(([what, , , , letters]) => `${what}: ${letters}`));
});
