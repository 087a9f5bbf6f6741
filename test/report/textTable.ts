/** A table for the terminal: columns two spaces apart, the first of them (`textColumns`) to the left and the others to the right. */
export function textTable(titles: string[], rows: string[][], textColumns = 1): string {
	const lines = [titles, ...rows];
	const widths = titles.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
	const aligned = lines.map((line) => {
		const cells = line.map((cell, index) =>
			index < textColumns ? cell.padEnd(widths[index]!) : cell.padStart(widths[index]!),
		);
		return cells.join('  ').trimEnd();
	});
	return aligned.join('\n');
}
