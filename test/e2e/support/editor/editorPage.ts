import type { Locator, Page } from 'playwright-core';

/** The page that the editor is shown on, and what all its parts are found and filled in by. */
export class EditorPage {
	/** absent until the editor is open */
	opened?: Page;

	get browserPage(): Page {
		if (!this.opened) throw new Error('The editor is not open');
		return this.opened;
	}

	find(testId: string): Locator {
		return this.browserPage.getByTestId(testId);
	}

	/** Replaces what a field holds by typing, key by key, and leaves the field. */
	async typeInto(input: Locator, text: string): Promise<void> {
		const { keyboard } = this.browserPage;
		await input.click();
		await keyboard.press('Control+A');
		await keyboard.press('Delete');
		await keyboard.type(text, { delay: 60 });
		await keyboard.press('Tab');
		await this.letEditorFollow();
	}

	/** The editor takes a text over a moment after it is typed, and a person is no faster. */
	async letEditorFollow(): Promise<void> {
		await this.browserPage.waitForTimeout(800);
	}
}

export async function readTexts(elements: Locator): Promise<string[]> {
	return (await elements.allInnerTexts()).map((text) => text.trim());
}
