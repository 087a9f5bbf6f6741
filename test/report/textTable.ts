/** One column of a table: its heading, and on which side its cells stand. */
export interface Column {
	title: string;
	align?: 'left' | 'right';
}

/** A table for the terminal: cells in columns two spaces apart, numbers to the right. */
export function textTable(
	columns: readonly Column[],
	rows: ReadonlyArray<readonly string[]>,
): string {
	const lines = [columns.map(({ title }) => title), ...rows];
	const widths = columns.map((_, index) => Math.max(...lines.map((line) => line[index]!.length)));
	return lines
		.map((line) =>
			columns
				.map(({ align = 'right' }, index) =>
					align === 'left'
						? line[index]!.padEnd(widths[index]!)
						: line[index]!.padStart(widths[index]!),
				)
				.join('  ')
				.trimEnd(),
		)
		.join('\n');
}

/** A whole number with thousands set apart: 12,345. */
export function grouped(value: number): string {
	return Math.round(value).toLocaleString('en-US');
}
