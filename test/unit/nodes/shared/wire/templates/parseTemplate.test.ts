import { UserError } from 'n8n-workflow';

import { parseTemplate } from '../../../../../../nodes/shared/wire/templates/parseTemplate';
import { BANNED_WORDS } from '../../../../support/wording';
import { thrownBy } from '../../../../support/thrown';

describe('an example that is none', () => {
	it.each<[unknown, RegExp]>([
		['{"a": "{amout}"}', /^has \{amout\}, which is no blank\. Write \{amount\}/],
		['{"a": "{Amount}"}', /Write \{amount\}/],
		['{"a": "{reservation_id}"}', /Write \{reservationId\}/],
		['{"a": "{account code}"}', /Write \{accountCode\}/],
		['{"a": "{desc}"}', /Write \{description\}/],
		['{"a": "{ref}"}', /Write \{reference\}/],
		['{"a": "{amount:number}"}', /Write \{amount\}/],
		['{"a": "{amount as}"}', /Write \{amount\}/],
		['{"a": "{}"}', /has \{\}, which is no blank/],
		[
			'{"a": "{amount as cents}"}',
			/^has \{amount as cents\}, a format that there is not\. Write \{amount as /,
		],
		['{"a": "{amount as minorUnit}"}', /Write \{amount as minorUnits\}/],
		['{"a": "{amount as minorUnits(5)}"}', /Write \{amount as minorUnits/],
		['{"a": "{amount as string}"}', /Write \{amount as /],
		['{"a": "{description as date}"}', /Write \{description as (text|number)\}/],
		['{"a": "{date as unixSecond}"}', /Write \{date as unixSeconds\}/],
		['{"a": "{date as UTC}"}', /Write \{date as utc\}/],
		['{"a": "{date as DD/MM/YYYY}"}', /Write \{date as dd\/MM\/yyyy\}/],
		['{"a": "{date as dd/mm/yyyy}"}', /Write \{date as dd\/MM\/yyyy\}/],
		['{"a": "{date as yyyy-MM-dd hh:mm}"}', /Write \{date as yyyy-MM-dd HH:mm\}/],
		[
			'{"a": "{{amount}}"}',
			/brace too many or too few in "\{\{amount\}\}".*one pair of braces, \{amount\}/,
		],
		['{"a": "[{\\"b\\": {{amount}}}]"}', /brace too many or too few/],
		['{"a": "{\\"b\\": \\"{amout}\\"}"}', /has \{amout\}, which is no blank/],
		['{"a": "{amount"}', /brace too many or too few/],
		['{"a": "amount}"}', /brace too many or too few/],
		['{"{amount}": 1}', /has a blank in the name "\{amount\}"/],
		['{"a": {amount}}', /is not valid JSON\. Put quotes around the blank: "\{amount\}"/],
		['[{amount as text}]', /Put quotes around the blank: "\{amount as text\}"/],
		['{"a": "{amount}"', /is not valid JSON\. Check quotes, commas and braces/],
		["{'a': '{amount}'}", /is not valid JSON/],
		['"{amount}"', /is neither a JSON object nor a list/],
		['12', /is neither a JSON object nor a list/],
		[true, /is neither a JSON object nor a list/],
		['{"a": "{amount}", "b": 12345678901234567890}', /more than 15 digits/],
	])('says so and shows the nearest right spelling: %s', (given, message) => {
		const error = thrownBy(() => parseTemplate(given, 2));

		expect(error).toBeInstanceOf(UserError);
		expect(error.message).toMatch(message);
		expect(`${error.message} ${error.description}`).not.toMatch(BANNED_WORDS);
		expect(error.description).toBeTruthy();
	});
});
