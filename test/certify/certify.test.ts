import { startMiniatureService, DEFAULT_ACCOUNT } from '../service/miniatureService';
import { certify, type Certificate } from './certify';
import { toHtml } from './html';
import { toMarkdown } from './markdown';
import { countWaits } from './recorder';
import { chooseTarget } from './target';

const { accountId, key } = DEFAULT_ACCOUNT;
const account = { CERTIFY_ACCOUNT_ID: accountId, CERTIFY_API_KEY: key };

function outcomes({ shown }: Certificate): string[] {
	return shown.map(({ name, outcome, words }) =>
		outcome === 'failed' ? `${name}: ${words}` : outcome,
	);
}

describe('a certificate', () => {
	it('is passed on the miniature service, faults and all', async () => {
		const certificate = await certify(await chooseTarget({}), { perHour: 1 });

		expect(new Set(outcomes(certificate))).toEqual(new Set(['passed']));
		expect(certificate).toMatchObject({
			isPassed: true,
			lost: [],
			doubled: [],
			waits: { asked: 2, obeyed: 2 },
		});
		expect(certificate.charged).toBeGreaterThan(40);
		const pages = `${toHtml(certificate)}${toMarkdown(certificate)}`;
		expect(pages).toContain('Certificate: passed');
		expect(pages).toMatch(/n8n-nodes-reservation-service \d/);
		expect(pages).not.toMatch(/access-\d|key-1|reader-key|hotel-1/);
		expect(pages).not.toMatch(/(?:src|href)=/);
	});

	it('says on a real service what could not be shown, and leaves nothing behind', async () => {
		const service = await startMiniatureService();
		service.books.add('RES-5', { amount: 1, date: '2026-11-21', description: 'Of the hotel' });
		const target = await chooseTarget({
			...account,
			CERTIFY_ADDRESS: service.url,
			CERTIFY_RESERVATION: 'RES-5',
		});
		const certificate = await certify(target, { perHour: 1 });

		expect(certificate.isPassed).toBe(true);
		expect(certificate).toMatchObject({ lost: [], doubled: [], waits: { asked: 2, obeyed: 2 } });
		const left = certificate.shown.filter(({ outcome }) => outcome !== 'passed');
		expect(left.map(({ name, words }) => [name, words])).toEqual([
			['Missing scope', expect.stringContaining('CERTIFY_LIMITED_KEY')],
		]);
		expect(service.books.all().map(({ description }) => description)).toEqual(['Of the hotel']);
		await service.stop();
	});

	it('is not passed where the service charges twice', async () => {
		const target = await chooseTarget({});
		const { miniature } = target;
		if (!miniature) throw new Error('It is the miniature service');
		const create = miniature.books.create.bind(miniature.books);
		let isFirst = true;
		miniature.books.create = (...words) => {
			if (isFirst) create(...words);
			isFirst = false;
			return create(...words);
		};
		const certificate = await certify(target, { perHour: 1 });

		expect(certificate).toMatchObject({ isPassed: false, lost: [] });
		expect(certificate.doubled).toHaveLength(1);
		const words = /Doubled: Late checkout/;
		expect(toMarkdown(certificate)).toMatch(words);
		expect(toHtml(certificate)).toMatch(words);
	});

	it.each([
		['without a reservation', account, /Set CERTIFY_RESERVATION\./],
		[
			'without an account',
			{ CERTIFY_RESERVATION: 'R' },
			/Set CERTIFY_ACCOUNT_ID, CERTIFY_API_KEY\./,
		],
		[
			'for production',
			{ ...account, CERTIFY_RESERVATION: 'R', CERTIFY_ENVIRONMENT: 'production' },
			/Production/,
		],
		[
			'with a credential for production',
			{ ...account, CERTIFY_RESERVATION: 'R', CERTIFY_CREDENTIAL: '{"environment":"production"}' },
			/Production/,
		],
		[
			'with the production address of the credential',
			{
				...account,
				CERTIFY_RESERVATION: 'R',
				CERTIFY_CREDENTIAL: '{"baseUrl":"https://hotel.example/"}',
			},
			/production address/,
		],
	])('is not begun %s', async (_, environment, words) => {
		const given = { CERTIFY_ADDRESS: 'https://hotel.example', ...environment };
		await expect(chooseTarget(given)).rejects.toThrow(words);
	});

	it('counts a wait as obeyed only if nothing came meanwhile', () => {
		const refused = { kind: 'create', at: 0, status: 429, wait: 1000 } as const;
		expect(countWaits([refused, { kind: 'create', at: 1000 }])).toEqual({ asked: 1, obeyed: 1 });
		expect(countWaits([refused, { kind: 'create', at: 500 }])).toEqual({ asked: 1, obeyed: 0 });
	});
});
