/** A table for the terminal: columns two spaces apart, the first to the left and the others to the right. */
export function textTable(titles: string[], rows: string[][]): string {
	const lines = [titles, ...rows];
	const widths = titles.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
	const aligned = lines.map((line) => {
		const cells = line.map((cell, index) =>
			index === 0 ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
		);
		return cells.join('  ').trimEnd();
	});
	return aligned.join('\n');
}

/** A whole number with thousands set apart: 12,345. */
export function grouped(value: number): string {
	return Math.round(value).toLocaleString('en-US');
}
