// What the demo says: what it does, what the service's books hold, and what to try.

/** What went wrong, in words for the person at the terminal. */
export class DemoError extends Error {}

/** Says what begins now. */
export function say(line) {
	console.log(`${line} …`);
}

/** Prints what is on the bills before and after something has run. */
export function printBills(tool, before, after) {
	const known = new Map(before.map((item) => [item.id, item]));
	const items = after.sort((a, b) => a.reservationId.localeCompare(b.reservationId));
	const money = (item) => item?.amount.toFixed(2) ?? '';
	const rows = items.map((item, index) => {
		const { id, date, description, reservationId } = item;
		const earlier = known.get(id);
		const title = reservationId === items[index - 1]?.reservationId ? '' : reservationId;
		const added = earlier ? '' : 'added';
		return [title, id, date, description, money(earlier), money(item), added];
	});
	const total = (items) => items.reduce((sum, { amount }) => sum + amount, 0).toFixed(2);
	rows.push(['', '', '', 'Total', total(before), total(after), '']);
	const { textTable } = tool('test/report/textTable.ts');
	const titles = ['Reservation', 'ID', 'Date', 'Charge', 'Before', 'After', ''];
	const table = textTable(titles, rows, 4).replace(/^/gm, '  ');
	console.log(`\nThe bills, before and after\n\n${table}\n`);
}

const toCharge = `  - Execute the workflow again: no second late checkout, as Add Late Checkout prevents duplicates by reference. The first
    column of its output, action, says alreadyExisted.
  - In Late Checkout Request, mistype the reservation, say RES-1020: the service says that there is none. Put RES-1002 back.
  - In Add Late Checkout, choose Prevent Duplicates → Off, and execute the workflow once more: now there are two.
  - Enter RES-1003 in Late Checkout Request, and execute the workflow, still with Off. The service creates this charge, but
    its answer is lost. The message says so. Choose Prevent Duplicates → By Same Fields, save, and under Executions retry the
    failed one with the currently saved workflow. There is one late checkout.
  - In a new workflow, add Get of Reservation Service Item, with Reservation ID RES-1001: its list offers what is on it.
    Search for Spa.
  - Change the API key in the credential: under the failed test, More details shows the service's own words.
`;

const toCheck = `  - Execute the workflow. The column enter of What to Change has a text for each field of the credential.
  - In the credential, switch Custom API Format on, and paste each text into its field. Where the documentation above shows
    more than a list does, such as a header or another body, paste that: Check API Format puts the placeholders in.
  - Execute the workflow again, until its first row says that all is right.
  - In Check API Format, switch Test Writing on: it creates, changes and deletes one charge.
`;

/** Prints what to try now, and where. */
export function printWelcome(tool, { url, workflowId, service, owner, spelling }) {
	const { accountId, key } = tool('test/service/miniatureService.ts').DEFAULT_ACCOUNT;
	if (spelling) printDocumentation(tool, service.dialect.spelling);
	console.log(spelling ? `What to try\n\n${toCheck}` : `What to try\n\n${toCharge}`);
	console.log(`Editor    ${url}/workflow/${workflowId}`);
	console.log(`Login     ${owner.email}   ${owner.password}`);
	console.log(`Service   ${service.url}   Account ID ${accountId}, API key ${key}`);
	console.log('This is n8n 2. What n8n 3 changes: docs/installation.md#n8n-3');
	console.log('\nCtrl-C ends the demo and deletes what it created.');
}

/** What the pages of such a service would show, with values in it. */
function printDocumentation(tool, { headers, listed, created, changed }) {
	const { fillPattern } = tool('test/service/spelling.ts');
	const { SAMPLE } = tool('test/service/slots.ts');
	const sample = (pattern) => fillPattern(pattern, (slot) => slot.write(SAMPLE[slot.property]));
	const body = (pattern) => JSON.stringify(sample(pattern), null, 2).replace(/^/gm, '    ');
	const header = headers ? `\n  Every request needs the header ${JSON.stringify(headers)}\n` : '';
	console.log(`What the documentation of this service shows
${header}
  GET /services?${decodeURIComponent(new URLSearchParams(sample(listed)))}

  POST /services
${body(created)}

  PATCH /services/{id}
${body(changed)}
`);
}
