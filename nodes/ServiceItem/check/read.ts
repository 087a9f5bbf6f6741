import type { IDataObject } from 'n8n-workflow';

import { RequestFailure } from '../../shared/http/failure';
import type { Answer } from '../../shared/http/reply';
import { joined, userMessageOf } from '../../shared/n8n/userError';
import type { Session } from '../../shared/session/session';
import type { Draft } from './entered';
import { openWith, withoutFields } from './entered';

/** What the service says, before anything of it is understood. */
export interface Answers {
	firstPage: Answer;
	/** That for a reservation that does not exist; undefined where it is refused. */
	elsewhere?: Answer;
}

/** @throws RequestFailure when the service refuses to list */
export async function read(
	draft: Draft,
	session: Session,
	reservationId: string,
): Promise<Answers> {
	// The list in the answer is still to be found, and no page was before.
	const listQuery = withoutFields(draft.listQuery, ['cursor', 'lastId']);
	const unshown = { createBody: undefined, updateBody: undefined, listResponse: undefined };
	const { client, mapper } = openWith({ ...draft, ...unshown, listQuery }, session);
	const pageOf = async (id: string): Promise<Answer> => {
		const query = mapper.listQuery(id);
		return await client.send({ method: 'GET', query, reservationId: id });
	};
	const firstPage = await pageOf(reservationId);
	try {
		return { firstPage, elsewhere: await pageOf(`${reservationId}99999`) };
	} catch (error) {
		reasonOf(error);
		return { firstPage };
	}
}

/** None where the draft cannot be used, or the answer has no list as it says. */
export function valuesIn(answer: Answer, draft: Draft, session: Session): IDataObject[] {
	try {
		const { mapper } = openWith(draft, session);
		const values: IDataObject[] = [];
		for (const item of mapper.readPage(answer).items) {
			const { id, reservationId, reference, fields } = mapper.read(item);
			values.push({ id, reservationId, reference, ...fields });
		}
		return values;
	} catch (error) {
		reasonOf(error);
		return [];
	}
}

/** The reason of a failure of the service or the settings; other errors are thrown on. */
export function reasonOf(error: unknown): string {
	if (error instanceof RequestFailure) return joined(error.told);
	return userMessageOf(error);
}
