import { localMoment } from '../../n8n/moment';
import { isRealDay } from '../date';
import type { ValueForm } from './valueForm';

/** A part of a pattern: how it is found in a text, and its value at a moment. */
const PARTS = {
	yyyy: { digits: '(?<year>\\d{4})', unit: 'year' },
	MM: { digits: '(?<month>\\d{2})', unit: 'month' },
	dd: { digits: '(?<day>\\d{2})', unit: 'day' },
	HH: { digits: '(?:[01]\\d|2[0-3])', unit: 'hour' },
	mm: { digits: '[0-5]\\d', unit: 'minute' },
	ss: { digits: '[0-5]\\d', unit: 'second' },
} as const;
type Part = keyof typeof PARTS;

/** Punctuation stands for itself, and so does the T between a date and a time. */
const PATTERN = /yyyy|MM|dd|HH|mm|ss|T|[^A-Za-z0-9]/g;

/**
 * The form of a date that is written after a pattern such as dd/MM/yyyy, in the workflow's zone: the day, or the moment it
 * begins.
 *
 * @returns undefined when it is no pattern, or does not say year, month and day once each
 */
export function dayPatternForm(pattern: string): ValueForm | undefined {
	const pieces: string[] = pattern.match(PATTERN) ?? [];
	const isOnce = (part: string): boolean => pieces.indexOf(part) === pieces.lastIndexOf(part);
	const isWhole = pieces.join('') === pattern && Object.keys(PARTS).every(isOnce);
	if (!isWhole || !['yyyy', 'MM', 'dd'].every((part) => pieces.includes(part))) return undefined;
	const text = new RegExp(`^${pieces.map(expressionOf).join('')}$`);
	return {
		name: pattern,
		type: 'string',
		write(day, timeZone) {
			const moment = localMoment(String(day), timeZone).startOf('day');
			return pieces
				.map((piece) =>
					isPart(piece) ? String(moment[PARTS[piece].unit]).padStart(piece.length, '0') : piece,
				)
				.join('');
		},
		read(value) {
			const { year, month, day } = text.exec(String(value))?.groups ?? {};
			const written = `${year}-${month}-${day}`;
			return typeof value === 'string' && isRealDay(written) ? written : undefined;
		},
	};
}

/** The pattern that was meant, where somebody writes DD/MM/YYYY or dd/mm/yyyy; undefined when there is none. */
export function likelyPattern(given: string): string | undefined {
	const [date = '', ...time] = given.split(/(?<=\S)(?=[\sT]+[Hh])/);
	const meant = [
		date.replace(/y+/gi, 'yyyy').replace(/m+/gi, 'MM').replace(/d+/gi, 'dd'),
		...time.map((part) => part.replace(/h+/gi, 'HH').replace(/m+/gi, 'mm').replace(/s+/gi, 'ss')),
	].join('');
	return dayPatternForm(meant) && meant;
}

function isPart(piece: string): piece is Part {
	return Object.hasOwn(PARTS, piece);
}

function expressionOf(piece: string): string {
	return isPart(piece) ? PARTS[piece].digits : piece.replace(/[^A-Za-z\s]/g, '\\$&');
}
