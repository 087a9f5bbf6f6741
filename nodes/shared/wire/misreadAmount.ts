/** A sign, a currency before or after, and between them what may be digits with separators. */
const AROUND =
	/^([+-]?)\s*(?:\p{Sc}|\p{L}{1,3}\.?)?\s*([+-]?)\s*([\d.,'’\s]*\d)\s*(?:\p{Sc}|\p{L}{1,3}\.?)?$/u;
/** Longer texts are no amounts. */
const LONGEST = 40;
/** Groups of thousands, by whatever they are separated. */
const GROUPED = /^\d{1,3}([.,'’ ]\d{3})+$/;
const MINUS_SIGN = /[\u2212\u2012\u2013]/g;

/**
 * The amounts that '12,50', '1.250,00' or '€ 25' most likely stands for: two where both readings are common ('1,250').
 *
 * @param decimals how many the currency has
 * @returns the amounts as they should be written
 */
export function likelyAmounts(text: string, decimals: number): string[] {
	if (text.length > LONGEST) return [];
	const [, first, second, inner = ''] = AROUND.exec(text.replace(MINUS_SIGN, '-')) ?? [];
	const digits = inner.replace(/\s+/g, ' ');
	const minus = first === '-' || second === '-' ? '-' : '';
	const readings = [readAsWhole(digits), readAsDecimal(digits, decimals)];
	return readings.filter((reading) => reading !== undefined).map((reading) => minus + reading);
}

/** '1.250.000' and '1,250' as the whole number they may be. */
function readAsWhole(digits: string): string | undefined {
	if (!GROUPED.test(digits) || /^0/.test(digits)) return undefined;
	const separators = new Set(digits.replace(/\d/g, ''));
	return separators.size === 1 ? digits.replace(/\D/g, '') : undefined;
}

/** '12,50', '1.250,00' and '1,250.00' as the number with the last separator for a decimal point. */
function readAsDecimal(digits: string, decimals: number): string | undefined {
	const [, whole = '', separator = '', fraction = ''] =
		/^(.*?)(?:([.,])(\d+))?$/.exec(digits) ?? [];
	if (fraction.length > decimals || whole.includes(separator || '\0')) return undefined;
	const units = /^\d+$/.test(whole) ? whole : readAsWhole(whole);
	if (units === undefined || (separator === '' && units !== whole)) return undefined;
	return fraction === '' ? units : `${units}.${fraction}`;
}
