import type { IDataObject } from 'n8n-workflow';

import { signOfMore } from '../../shared/answers/moreOfList';
import type { ListPage } from '../../shared/answers/pagings';
import { readServiceItemsPage } from '../../shared/reservation/readServiceItems';
import type { Session } from '../../shared/reservation/session';
import type { Settings } from './advisedSettings';
import type { FoundList } from './exploreList';
import type { FoundPaging } from './explorePaging';
import type { ReportLine } from './report';
import { linesOf, reportLine } from './report';
import { choiceOf, enteredAs } from './settingWords';

const SETTING = 'Pagination';

/**
 * What the report says about pages, and what to set. Paging as the credential has it is right where it gives two charges one by
 * one; only else are the usual ways tried.
 *
 * @param explore tries them on a list of several charges
 */
export async function pagingReport(
	session: Session,
	reservationId: string,
	{ place: { items }, answer }: FoundList,
	explore: () => Promise<FoundPaging | undefined>,
): Promise<{ line: ReportLine; settings: Settings }> {
	const { pagination } = session.wire.format;
	const present = choiceOf('pagination', pagination);
	const lines = linesOf(SETTING, present);
	const settled = (line: ReportLine): { line: ReportLine; settings: Settings } => ({
		line,
		settings: {},
	});
	if (items.length < 2) {
		const advice = 'Check with a reservation that has several charges.';
		return settled(lines.unknown('one charge', advice));
	}
	if (pagination !== 'none' && (await pagesAsSet(session, reservationId, items))) {
		return settled(lines.right('two pages of one charge each'));
	}
	const found = await explore();
	if (found) {
		const advice = `Set ${enteredAs(found.settings)}.`;
		const line = reportLine(SETTING, present, found.seen, 'change', advice);
		return { line, settings: found.settings };
	}
	const sign = signOfMore(answer, { items: items.length, pages: 1 });
	if (sign === undefined && pagination === 'none') {
		return settled(lines.right(`${items.length} charges in one answer`));
	}
	const seen = sign === undefined ? 'no pages of one charge' : `'${sign}' says that there is more`;
	const advice = `Look up in the documentation of your service how lists are paged, and set it here.`;
	return settled(lines.unknown(seen, advice));
}

/** Whether the first two charges come one by one when pages of one are asked for. */
async function pagesAsSet(
	{ client, wire }: Session,
	reservationId: string,
	items: IDataObject[],
): Promise<boolean> {
	const byOne = { ...wire, format: { ...wire.format, pageSize: 1 } };
	const isOnly = (page: ListPage | undefined, item: IDataObject | undefined): boolean =>
		page?.items.length === 1 && JSON.stringify(page.items[0]) === JSON.stringify(item);
	const pageAt = async (position: ListPage['next']): Promise<ListPage | undefined> =>
		await readServiceItemsPage(client, byOne, { reservationId, position }).catch(() => undefined);
	const first = await pageAt(undefined);
	if (!isOnly(first, items[0]) || first?.next === undefined) return false;
	return isOnly(await pageAt(first.next), items[1]);
}
