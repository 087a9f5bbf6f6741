import type { IDataObject } from 'n8n-workflow';

import type { ListPage } from '../../shared/answers/pagings';
import { readServiceItemsPage } from '../../shared/reservation/readServiceItems';
import type { Session } from '../../shared/reservation/session';
import type { ApiFormat } from '../../shared/wire/apiFormat';
import type { WireContext } from '../../shared/wire/serviceItem';
import type { Settings } from './advisedSettings';
import type { FoundList } from './exploreList';
import { signOfPages } from './explorePaging';
import type { ReportLine } from './report';
import { linesOf, reportLine } from './report';
import { choiceOf, enteredAs } from './settingWords';
import type { FoundPaging } from './waysToPage';

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
	const { format } = session.wire;
	const { pagination } = format;
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
		const isSet = Object.entries(found.settings).every(
			([name, value]) => format[name as keyof ApiFormat] === value,
		);
		if (isSet) return settled(lines.right(found.seen));
		const advice = `Set ${enteredAs(found.settings)}.`;
		const line = reportLine(SETTING, present, found.seen, 'change', advice);
		return { line, settings: found.settings };
	}
	const sign = signOfPages(answer, items);
	if (sign === undefined && pagination === 'none') {
		return settled(lines.right(`${items.length} charges in one answer`));
	}
	const seen = sign === undefined ? 'no pages of one charge' : `'${sign}' says that there is more`;
	const advice = `Look up in the documentation of your service how lists are paged, and set it here.`;
	return settled(lines.unknown(seen, advice));
}

/** Whether the first two charges come one by one when pages of one are asked for, and pages of the size that is set come, too. */
async function pagesAsSet(
	{ client, wire }: Session,
	reservationId: string,
	items: IDataObject[],
): Promise<boolean> {
	const byOne = { ...wire, format: { ...wire.format, pageSize: 1 } };
	const read = async (as: WireContext, position: ListPage['next']): Promise<ListPage | undefined> =>
		await readServiceItemsPage(client, as, { reservationId, position }).catch(() => undefined);
	const onlyIn = (page: ListPage | undefined): string | undefined =>
		page?.items.length === 1 ? JSON.stringify(page.items[0]) : undefined;
	const page = await read(byOne, undefined);
	const first = onlyIn(page);
	if (page?.next === undefined || first !== JSON.stringify(items[0])) return false;
	const second = onlyIn(await read(byOne, page.next));
	return second !== undefined && second !== first && (await read(wire, undefined)) !== undefined;
}
