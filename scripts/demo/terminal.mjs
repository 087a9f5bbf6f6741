// What the demo says: what it does, what the service's books hold, and what to try.

/** What went wrong, in words for the person at the terminal. */
export class DemoError extends Error {}

/**
 * Says what begins now.
 *
 * @param {string} line
 * @param {number} [left] how long everything from here on takes, in seconds
 */
export function say(line, left) {
	console.log(left ? `${line} … (about ${left} s left)` : `${line} …`);
}

/** Prints what is on the bills before and after something has run. */
export function printBills(tool, before, after) {
	const known = new Map(before.map((item) => [item.id, item]));
	const items = after.sort((a, b) => a.reservationId.localeCompare(b.reservationId));
	const rows = items.map((item, index) => {
		const earlier = known.get(item.id);
		return [
			item.reservationId === items[index - 1]?.reservationId ? '' : item.reservationId,
			item.id,
			item.date,
			item.description,
			earlier ? earlier.amount.toFixed(2) : '',
			item.amount.toFixed(2),
			earlier ? '' : 'added',
		];
	});
	const total = (items) => items.reduce((sum, { amount }) => sum + amount, 0).toFixed(2);
	printTable(tool, 'The bills, before and after', {
		titles: ['Reservation', 'ID', 'Date', 'Charge', 'Before', 'After', ''],
		rows: [...rows, ['', '', '', 'Total', total(before), total(after), '']],
		textColumns: 4,
	});
}

export function printTable(tool, heading, { titles, rows, textColumns }) {
	const { textTable } = tool('test/report/textTable.ts');
	const table = textTable(titles, rows, textColumns);
	console.log(`\n${heading}\n\n${table.replace(/^/gm, '  ')}\n`);
}

/** Prints what to try now, and where. */
export function printWelcome(tool, { url, workflowId, service, owner }) {
	const { accountId, key } = tool('test/service/miniatureService.ts').DEFAULT_ACCOUNT;
	console.log(`What to try

  - Execute the workflow again: no second late checkout, as Add Late Checkout prevents duplicates by reference. The first
    column of its output, action, says alreadyExisted.
  - In Late Checkout Request, mistype the reservation, say RES-1020: the service says that there is none. Put RES-1002 back.
  - In Add Late Checkout, choose Prevent Duplicates → Off, and execute the workflow once more: now there are two.
  - Enter RES-1003 in Late Checkout Request, and execute the workflow, still with Off. The service creates this charge, but
    its answer is lost. The message says so. Choose Prevent Duplicates → By Same Fields, save, and under Executions retry the
    failed one with the currently saved workflow. There is one late checkout.
  - In a new workflow, add Get of Reservation Service Item, with Reservation ID RES-1001: its list offers what is on it.
    Search for Spa.
  - Change the API key in the credential: under the failed test, More details shows the service's own words.
`);
	console.log(`Editor    ${url}/workflow/${workflowId}`);
	console.log(`Login     ${owner.email}   ${owner.password}`);
	console.log(`Service   ${service.url}   Account ID ${accountId}, API key ${key}`);
	console.log('This is n8n 2. What n8n 3 changes: docs/installation.md#n8n-3');
	console.log('\nCtrl-C ends the demo and deletes what it created.');
}
