import { Editor } from './editor/editor';
import { readInstance } from './instance';

/** The editor, open and signed in for the tests of a file; what was seen last is kept. */
export function useEditor(): Editor {
	const { url, owner } = readInstance();
	const editor = new Editor(url);

	beforeAll(() => editor.open(owner));

	afterAll(async () => {
		await editor.camera.keepLastView();
		await editor.close();
	});

	return editor;
}
