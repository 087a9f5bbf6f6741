const undos: Array<() => void> = [];

/** Has something undone when the test is over. Files share modules, so a hook of this one would hold for the first of them only. */
export function atTestEnd(undo: () => void): void {
	undos.push(undo);
}

/** For the hooks of each file's stage. */
export function endTest(): void {
	for (const undo of undos.splice(0).reverse()) undo();
}
