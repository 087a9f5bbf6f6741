import { Editor } from './support/editor/editor';
import { useStage } from './support/stage';
import { chainNodes, serviceItemNode } from './support/workflows';

const OFF = 'Off means that every run charges again';
const REFERENCE = 'The guest sees the reference on the bill';
const DELETED = 'Deleted charges cannot be restored';

/** A tooltip is read by few: what costs money stands in sight, where it is decided. */
describe('the form in a browser warns', () => {
	const stage = useStage();
	let editor: Editor;

	beforeAll(async () => {
		editor = await Editor.open();
	});

	afterAll(() => editor?.close());

	it.each([
		['create', {}, [OFF]],
		['create', { preventDuplicates: 'sameFields' }, []],
		['create', { preventDuplicates: 'reference' }, [REFERENCE]],
		['upsert', {}, [REFERENCE]],
		['sync', {}, [REFERENCE]],
		['sync', { deleteMissing: true }, [REFERENCE, DELETED]],
		['delete', {}, []],
	])('under %s with %j of %j', async (operation, parameters, notices) => {
		const node = serviceItemNode('Charge', stage.credential, { operation, ...parameters });
		await editor.openWorkflow(await stage.api.createWorkflow(chainNodes('Notices', node)));
		await editor.openNode('Charge');

		const expected = notices.map((notice) => expect.stringContaining(notice) as string);
		expect(await editor.form.readNotices()).toEqual(expected);
	});
});
