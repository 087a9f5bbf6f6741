import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import type { Spelling } from '../../service/dialect';
import { defaultDialect } from '../../service/dialect';
import type { DocumentedRequests } from '../../service/documented';
import {
	DOCUMENTED_DIALECTS,
	DOCUMENTED_SPELLINGS,
	documentedByDialect,
	documentedBySpelling,
} from '../../service/documented';
import { charges, expectRow, openRows, useChecks } from '../support/checks';
import { AMOUNTS, spell } from '../support/pastedSettings';

const { hotel, check, checkToTheEnd } = useChecks();

const RESERVATION = '5512';

function examplesOf(documented: DocumentedRequests): ICredentialDataDecryptedObject {
	const texts = Object.entries(documented).map(([name, json]) => [name, JSON.stringify(json)]);
	return Object.fromEntries(texts) as ICredentialDataDecryptedObject;
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
		await checkToTheEnd(RESERVATION);
	},
);

it('the documented requests of a service whose names do not say that amounts are cents, once that was looked up', async () => {
	pasteSpelled('cents', cents as Spelling);
	const advice = /If 1250 stands for 12\.5, write \{amount as minorUnits\}/;
	const row = { setting: 'List Response: Amount', found: '1250 at unit_amount', advice };
	expectRow(openRows(await check(false, RESERVATION)), row);
	await checkToTheEnd(RESERVATION, '{amount as minorUnits}');
});

it.each(Object.entries(DOCUMENTED_DIALECTS))(
	'the documented requests of a service with %s',
	async (name, given) => {
		const dialect = { ...defaultDialect, ...given };
		hotel.speak(given, examplesOf(documentedByDialect(dialect)));
		book(name, { accounts: true, reference: dialect.referenceField !== '' });
		await checkToTheEnd(RESERVATION);
	},
);

/** How other pages are asked for no answer shows. */
const toldByTheirList = Object.entries(DOCUMENTED_DIALECTS).filter(
	([name]) => !/pages|offsets|last item/.test(name),
);

it.each([['the names of the documentation', {}], ...toldByTheirList])(
	'nothing but the list of a service with %s',
	async (name, dialect) => {
		hotel.service.dialect = { ...defaultDialect, ...dialect };
		book(name, { accounts: true, reference: false });
		await checkToTheEnd(RESERVATION);
	},
);
