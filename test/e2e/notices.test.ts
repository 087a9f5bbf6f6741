import { Editor } from './support/editor/editor';
import { useStage } from './support/stage';
import { chainNodes, serviceItemNode } from './support/workflows';

const OFF = 'Off means that every run charges again';
const REFERENCE = 'The guest sees the reference on the bill';
const DELETED = 'Deleted charges cannot be restored';

/** Named by no word that another one shows under its name. */
const steps = [
	{ name: 'Unguarded', operation: 'create', shown: [OFF] },
	{ name: 'Compared', operation: 'create', preventDuplicates: 'sameFields', shown: [] },
	{ name: 'Referenced', operation: 'create', preventDuplicates: 'reference', shown: [REFERENCE] },
	{ name: 'Corrected', operation: 'upsert', shown: [REFERENCE] },
	{ name: 'Reconciled', operation: 'sync', shown: [REFERENCE] },
	{ name: 'Cleared', operation: 'sync', deleteMissing: true, shown: [REFERENCE, DELETED] },
];

/** A tooltip is read by few: what costs money stands in sight, where it is decided. */
describe('the form in a browser warns', () => {
	const stage = useStage();
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open();
		const nodes = steps.map(({ name, ...parameters }) =>
			serviceItemNode(name, stage.credential, { ...parameters, shown: undefined }),
		);
		await editor.openWorkflow(await stage.api.createWorkflow(chainNodes('Notices', ...nodes)));
	});

	afterAll(() => editor?.close());

	it.each(steps)('in $name: $shown', async ({ name, shown }) => {
		await editor.openNode(name);
		const notices = await editor.form.readNotices();
		await editor.closeNode();

		expect(notices).toEqual(shown.map((text) => expect.stringContaining(text) as string));
	});
});
