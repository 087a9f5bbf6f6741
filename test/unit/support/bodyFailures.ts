import type { AskedFor } from '../../../nodes/shared/answers/failureInBody';
import { failureInBody } from '../../../nodes/shared/answers/failureInBody';
import { apiFormatOf } from '../../../nodes/shared/wire/apiFormat';
import type { ApiSettings } from '../../../nodes/shared/wire/apiSettings';

export const item = { id: 'S-1', amount: 12.5, description: 'Late checkout' };

export const CHANGES: AskedFor[] = ['change', 'creation'];
export const ALL: AskedFor[] = ['list', 'item', ...CHANGES];

/** The kind of failure that a body tells of, for each thing that may have been asked for. */
export function kindsOf(
	body: unknown,
	asked: AskedFor[],
	{ status = 200, ...format }: Partial<ApiSettings> & { status?: number } = {},
) {
	const apiFormat = apiFormatOf({ customApiFormat: true, ...format });
	return asked.map((each) => failureInBody({ status, body }, each, apiFormat)?.kind);
}
