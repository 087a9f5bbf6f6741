// What the demo shows of the service's books.

/** Prints what is on a reservation before and after the example has run. */
export function printChange(tool, reservationId, before, after) {
	const known = new Map(before.map((item) => [item.id, item]));
	const rows = after.map((item) => {
		const earlier = known.get(item.id);
		return [
			item.date,
			item.description,
			earlier ? earlier.amount.toFixed(2) : '',
			item.amount.toFixed(2),
			earlier ? '' : 'added',
		];
	});
	const total = (items) => items.reduce((sum, { amount }) => sum + amount, 0).toFixed(2);
	const columns = [...leftColumns('Date', 'Service item'), { title: 'Before' }, { title: 'After' }];
	printTable(
		tool,
		`Reservation ${reservationId}, before and after the workflow ran`,
		[...columns, ...leftColumns('')],
		[...rows, ['', 'Total', total(before), total(after), '']],
	);
}

/** Prints everything in the books. */
export function printBooks(tool, books) {
	const items = books.all().sort((a, b) => a.reservationId.localeCompare(b.reservationId));
	const rows = items.map((item, index) => [
		item.reservationId === items[index - 1]?.reservationId ? '' : item.reservationId,
		item.id,
		item.description,
		item.amount.toFixed(2),
	]);
	const columns = [...leftColumns('Reservation', 'ID', 'Service item'), { title: 'Amount' }];
	printTable(tool, 'What the service holds', columns, rows);
}

export function printTable(tool, heading, columns, rows) {
	const { textTable } = tool('test/report/textTable.ts');
	console.log(`\n${heading}\n\n${textTable(columns, rows).replace(/^/gm, '  ')}\n`);
}

export function leftColumns(...titles) {
	return titles.map((title) => ({ title, align: 'left' }));
}
