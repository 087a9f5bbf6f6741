import type { IDataObject } from 'n8n-workflow';

import { userError } from '../n8n/userError';
import type { ApiFormat } from '../wire/apiFormat';
import { saysEnd, signOfMore, totalBeyond } from './moreOfList';
import type { ListPage, PageRead } from './pagings';
import { pagingOf } from './pagings';

/**
 * The pages of one list, put together. Charges that are missing from it would be made again, so it counts as whole only
 * when nothing says that there is more: not the last answer, not a total, not a page exactly as full as asked for, unless
 * the service says that it is the last one, or has shown how it would tell of another.
 */
export class WholeList {
	readonly items: IDataObject[] = [];
	private readonly texts = new Set<string>();
	private readonly pages: PageRead[] = [];
	private showsPlace = false;

	constructor(private readonly format: ApiFormat) {}

	/**
	 * Adds a page.
	 *
	 * @returns false when it is the page before once more, which is how some services end a list
	 * @throws UserError when it repeats what was read in any other way: then the service takes no notice of the paging
	 */
	add(page: PageRead): boolean {
		const texts = page.items.map((item) => JSON.stringify(item));
		const repeated = texts.filter((text) => this.texts.has(text)).length;
		if (repeated * 2 > texts.length) {
			if (this.isLastAgain(page)) return false;
			throw this.misfit('the same service items came again as another page of it');
		}
		for (const text of texts) this.texts.add(text);
		this.items.push(...page.items);
		this.pages.push(page);
		this.showsPlace ||= pagingOf(this.format).showsPlace?.(page.answer, this.format) === true;
		return true;
	}

	/**
	 * Makes sure that nothing says that there is more.
	 *
	 * @throws UserError naming the settings, as going on with part of a list would create charges twice
	 */
	assertEnded(): void {
		const sign = this.signOfMore();
		if (sign === undefined) return;
		if (this.format.pagination === 'none') throw inPages(sign);
		throw this.misfit(`'${sign}' in its answer says that there is more`);
	}

	/** Looked for in the last answer; an earlier one that had items may still know of more by its totals. */
	private signOfMore(): string | undefined {
		const filled = this.pages.filter(({ items }) => items.length > 0);
		const { itemsField } = this.format;
		const read = { items: this.items.length, pages: Math.max(1, filled.length), itemsField };
		const last = this.pages.at(-1);
		const lastFilled = filled.at(-1);
		return (
			(last && signOfMore(last.answer, read)) ??
			(lastFilled && totalBeyond(lastFilled.answer, read))
		);
	}

	private lastFilled(): PageRead | undefined {
		return this.pages.filter(({ items }) => items.length > 0).at(-1);
	}

	/** A service whose first page comes again does not page at all, or not by this parameter. */
	private isLastAgain({ items }: PageRead): boolean {
		const before = this.pages.at(-1)?.items;
		const isFull = items.length === this.format.pageSize;
		return this.pages.length > 1 && !isFull && JSON.stringify(before) === JSON.stringify(items);
	}

	/**
	 * Where reading ended with an empty page behind one exactly as full as asked for, as behind page 1 of a service that
	 * counts pages but was given an offset.
	 *
	 * @returns the offset of the last item, which has to be there and nothing else
	 */
	get doubtfulOffset(): number | undefined {
		const isFull = this.lastFilled()?.items.length === this.format.pageSize;
		return this.format.pagination === 'offset' && isFull ? this.items.length - 1 : undefined;
	}

	/** @throws UserError unless a page from the last item on has that item and nothing else */
	assertLast(page: PageRead): void {
		const [item, ...others] = page.items;
		const isSame = JSON.stringify(item) === JSON.stringify(this.items.at(-1));
		if (isSame && others.length === 0) return;
		throw this.misfit('the service does not count service items from where it was told to');
	}

	/**
	 * True where reading ended with a page exactly as full as asked for, and no answer has shown where it would tell of a next
	 * one: its place may have another name. Many services leave it out on the last page.
	 */
	get isEndUntold(): boolean {
		const last = this.lastFilled();
		const mustShow = pagingOf(this.format).showsPlace !== undefined && !this.showsPlace;
		const isFull = last?.items.length === this.format.pageSize;
		return mustShow && isFull && !saysEnd(last.answer, this.format.itemsField);
	}

	/**
	 * Settles an untold end by a smaller first page of the same list, which has to tell of the rest.
	 *
	 * @param smaller undefined where a page cannot be smaller
	 * @throws UserError unless it does
	 */
	assertTold(smaller: ListPage | undefined): void {
		const full = `a page came exactly as full as asked for (${this.format.pageSize}), and nothing says whether it is the last one`;
		if (!smaller) throw this.misfit(full);
		if (smaller.items.length >= this.items.length) {
			throw this.misfit(
				`${full}; fewer cannot be asked for, as 'Page Size Parameter' is not that of the service, or 'Page Size' is what every page of it has`,
			);
		}
		if (smaller.next === undefined) throw this.misfit(full);
	}

	private misfit(why: string) {
		const { settings } = pagingOf(this.format);
		return userError(
			`The list of service items cannot be read to its end: ${why}. Check 'Pagination' in the credential, with ${settings}`,
			`Charges on a page that was not read would be created again, so nothing was done with the list. Under 'Custom API Format', the way of paging and its names must be those of the service; choose 'None' if it gives the whole list at once.`,
		);
	}
}

function inPages(sign: string) {
	return userError(
		`The service gives this list in pages ('${sign}' in its answer), and only the first was read. Set 'Pagination' in the credential`,
		`Turn on 'Custom API Format' in the credential and choose how the service pages.`,
	);
}
