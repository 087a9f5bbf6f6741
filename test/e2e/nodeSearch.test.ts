import { useEditor } from './support/editorStage';

const nodeName = 'Reservation Service Item';

const words = [
	'extras',
	'guest',
	'folio',
	'room',
	'invoice',
	'check-out',
	'late check-out',
	'minibar',
	'surcharge',
	'add charge',
	'tour',
	'transfer',
];

describe('the search for a node in the editor', () => {
	const editor = useEditor();

	beforeAll(async () => {
		await editor.nodeCreator.openInNewWorkflow();
	});

	it.each(words)('finds it by what a hotel calls it: %s', async (word) => {
		const offered = await editor.nodeCreator.search(word, nodeName);

		expect(offered.slice(0, 3)).toContain(nodeName);
	});

	// Its search counts letters that follow each other anywhere in a name (SuPAbase) and weighs a name above an alias.
	it('finds it by spa as well, behind the nodes that n8n 2.41 holds for more popular', async () => {
		const offered = await editor.nodeCreator.search('spa', nodeName);

		expect(offered.slice(0, 5)).toContain(nodeName);
	});
});
