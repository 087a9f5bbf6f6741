import { tryToParseDateTime } from 'n8n-workflow';

/** A moment in a time zone, as Luxon has it. */
export type Moment = ReturnType<typeof tryToParseDateTime>;

/** An instant as the clocks in `timeZone` show it. */
export function momentIn(timeZone: string, instant: Date): Moment {
	return tryToParseDateTime(instant, timeZone);
}

/**
 * What a date or a date-time without an offset means in `timeZone`.
 *
 * @param local such as 2026-11-21 or 2026-11-21T15:00
 */
export function localMoment(local: string, timeZone: string): Moment {
	return tryToParseDateTime(local, timeZone);
}
