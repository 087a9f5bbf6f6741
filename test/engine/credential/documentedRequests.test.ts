import type { ICredentialDataDecryptedObject, IDataObject } from 'n8n-workflow';
import type { Spelling } from '../../service/dialect';
import { defaultDialect } from '../../service/dialect';
import type { DocumentedRequests } from '../../service/documented';
import {
	DOCUMENTED_DIALECTS,
	DOCUMENTED_SPELLINGS,
	documentedByDialect,
	documentedBySpelling,
} from '../../service/documented';
import { charges, useChecks } from '../support/checks';
import { AMOUNTS, spell } from '../support/pastedSettings';

const { hotel, check } = useChecks();

const RESERVATION = '5512';

function examplesOf(documented: DocumentedRequests): ICredentialDataDecryptedObject {
	const texts = Object.entries(documented).map(([name, json]) => [name, JSON.stringify(json)]);
	return Object.fromEntries(texts) as ICredentialDataDecryptedObject;
}

function openRows(report: IDataObject[]): unknown[] {
	const isOpen = ({ verdict }: IDataObject): boolean =>
		verdict === 'change' || verdict === 'unknown';
	return report.filter(isOpen).map(({ setting, found, advice }) => [setting, found, advice]);
}

/** The advice on nothing but the documented requests, entered as it stands, passes Check and Test Writing. */
async function checkToTheEnd(amount = '{amount}'): Promise<void> {
	const before = hotel.service.books.all().length;
	const [first] = await check(false, RESERVATION);
	const texts = JSON.stringify(first?.credential).replaceAll('{amount}', amount);
	hotel.credential.edit(JSON.parse(texts) as ICredentialDataDecryptedObject);

	const again = await check(false, RESERVATION);
	expect([again[0]?.credential, openRows(again)]).toEqual([{}, []]);
	expect(again[0]?.verdict).toBe('right');

	const tested = await check(true, RESERVATION);
	expect(openRows(tested)).toEqual([]);
	expect(tested).toContainEqual(
		expect.objectContaining({ setting: 'Test Writing: Delete', found: 'gone', verdict: 'right' }),
	);
	expect(hotel.service.books.all()).toHaveLength(before);
}

function book(name: string, takes: { accounts: boolean; reference: boolean }): void {
	for (const [n, { amount, accountCode, destinationAccount, ...charge }] of charges.entries()) {
		const destination = name === 'folioWindows' ? '2' : destinationAccount;
		hotel.service.books.add(RESERVATION, {
			...charge,
			amount: AMOUNTS[name]?.[n] ?? amount,
			...(takes.accounts && { accountCode, destinationAccount: destination }),
			...(takes.reference && { reference: `order-${n}` }),
		});
	}
}

function pasteSpelled(name: string, spelling: Spelling): void {
	const documented = documentedBySpelling(name, spelling);
	const text = JSON.stringify(documented.createBody);
	const requestHeaders = JSON.stringify(spelling.headers ?? {});
	spell(hotel, name, spelling, { ...examplesOf(documented), requestHeaders });
	book(name, { accounts: text.includes('4410'), reference: text.includes('my-key-1') });
}

const { cents, ...others } = DOCUMENTED_SPELLINGS;

it.each(Object.entries(others))(
	'the documented requests of a service that spells like %s',
	async (name, spelling) => {
		pasteSpelled(name, spelling);
		await checkToTheEnd();
	},
);

it('the documented requests of a service whose names do not say that amounts are cents, once that was looked up', async () => {
	pasteSpelled('cents', cents as Spelling);
	const asked = expect.stringMatching(
		/If 1250 stands for 12.5, write \{amount as minorUnits\}/,
	) as string;
	expect(openRows(await check(false, RESERVATION))).toContainEqual([
		'List Response: Amount',
		'1250 at unit_amount',
		asked,
	]);
	await checkToTheEnd('{amount as minorUnits}');
});

it.each(Object.entries(DOCUMENTED_DIALECTS))(
	'the documented requests of a service with %s',
	async (name, given) => {
		const dialect = { ...defaultDialect, ...given };
		hotel.speak(given, examplesOf(documentedByDialect(dialect)));
		book(name, { accounts: true, reference: dialect.referenceField !== '' });
		await checkToTheEnd();
	},
);

it('are of 28 services', () => {
	const names = [...Object.keys(DOCUMENTED_SPELLINGS), ...Object.keys(DOCUMENTED_DIALECTS)];
	expect(new Set(names).size).toBe(28);
});
