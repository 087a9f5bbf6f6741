import type { BookedItem, Books } from '../service/books';
import type { Charge } from './charges';
import type { Told } from './report';
import type { SoakWork, Verdict } from './scenario';

/** `fields`: as many items as inputs with these fields; `reference`: one item, however many inputs name it. */
type Key = 'fields' | 'reference';

/** What has been wanted of one charge, told about it and stored of it. */
interface Account {
	/** How often it was there beforehand. */
	before: number;
	wanted: Charge[];
	told: Told[];
	stored: BookedItem[];
}

/** Judges charges that are to be in the books. What else is there now is taken to have been there before. */
export function judgeCharges(books: Books, inputs: Charge[], key: Key): SoakWork {
	const before = books.all().map((item) => nameOf(withReference(item), key));
	return {
		inputs,
		judge({ told, done }) {
			const accounts = new Map<string, Account>();
			const accountOf = (charge: Partial<Charge>) => {
				const name = nameOf(charge, key);
				const account = accounts.get(name) ?? {
					before: before.filter((each) => each === name).length,
					wanted: [],
					told: [],
					stored: [],
				};
				accounts.set(name, account);
				return account;
			};
			for (const [n, charge] of inputs.entries()) {
				const account = accountOf(charge);
				account.wanted.push(charge);
				account.told.push(told[n]!);
			}
			for (const item of books.all()) accountOf(withReference(item)).stored.push(item);
			const verdict = verdictOn(accounts, key);
			if (key === 'fields' && done !== undefined) {
				verdict.misreported.push(...verdictOnCount([...accounts.values()], done));
			}
			return verdict;
		},
	};
}

/** What tells a charge from others. */
function nameOf(
	{ reservationId, amount, date, description, reference }: Partial<Charge>,
	key: Key,
): string {
	const rest = key === 'reference' ? [reference] : [amount, date, description];
	return [reservationId, ...rest].join(' · ');
}

/** Where the service knows no references, the reference stands at the end of the description. */
function withReference(item: BookedItem): BookedItem {
	const [, description, reference] = /^(.*) \[ref:(.*)\]$/.exec(item.description) ?? [];
	return description === undefined ? item : { ...item, description, reference };
}

function verdictOn(accounts: Map<string, Account>, key: Key): Verdict {
	const verdict: Verdict = { lost: [], duplicated: [], misreported: [] };
	for (const [name, { before, wanted, told, stored }] of accounts) {
		const most = key === 'reference' ? Math.min(1, wanted.length) : wanted.length;
		const done = told.filter((each) => each === 'done').length;
		const possible = told.filter((each) => each !== 'refused').length;
		const text = `${name}: stored ${stored.length}, told ${told.join(' ')}`;
		if (stored.length < Math.min(most, done)) verdict.lost.push(text);
		if (stored.length > Math.max(most, before)) verdict.duplicated.push(text);
		const isOther = stored.some(({ amount }) => done > 0 && amount !== wanted[0]?.amount);
		if (isOther || stored.length > before + possible) verdict.misreported.push(text);
	}
	return verdict;
}

/** All that is stored was said to be done or named as unclear, also by a run that failed. */
function verdictOnCount(accounts: Account[], done: number): string[] {
	const stored = accounts.reduce((sum, account) => sum + account.stored.length, 0);
	const clear = accounts.reduce((sum, { told, stored: { length } }) => {
		return sum + Math.max(0, length - told.filter((each) => each === 'unclear').length);
	}, 0);
	if (clear <= done && done <= stored) return [];
	return [`${stored} stored, ${clear} of them not named as unclear, but ${done} said to be done`];
}
