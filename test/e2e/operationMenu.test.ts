import { useChargeStage } from './support/chargeStage';
import type { ShownOption } from './support/editor/parameterForm';
import { useEditor } from './support/editorStage';
import { chainNodes, serviceItemNode } from './support/workflows';

const OPERATIONS = [
	'Create',
	'Create or Update',
	'Delete',
	'Get',
	'Get Many',
	'Sync',
	'Update',
] as const;

/** What somebody reads who looks for the right operation. */
describe('the menu of operations', () => {
	const stage = useChargeStage();
	const editor = useEditor();
	let entries: ShownOption[];

	beforeAll(async () => {
		const node = serviceItemNode('Charge', stage.credential, { operation: 'create' });
		await editor.canvas.openWorkflow(await stage.api.createWorkflow(chainNodes('Menu', node)));
		await editor.canvas.openNode('Charge');
		entries = await editor.form.readOptions('operation');
	});

	it('shows every description in full, in the two lines that n8n gives it', () => {
		expect(entries.map(({ name }) => name)).toEqual(OPERATIONS);
		for (const entry of entries) expect(entry).toMatchObject({ lines: 2, isCutOff: false });
	});

	it.each([
		['Create', /^Every run adds another charge, unless/],
		['Delete', /^This cannot be undone\./],
		['Sync', /^Can delete charges, if Remove Missing is on: try Dry Run first\./],
	])('begins with the warning about %s', (operation, warning) => {
		expect(entries.find(({ name }) => name === operation)?.description).toMatch(warning);
	});

	it('says by what Create or Update finds a charge', () => {
		const entry = entries.find(({ name }) => name === 'Create or Update');
		expect(entry?.description).toContain('with this reference');
	});

	it('has Dry Run above Remove Missing', async () => {
		await editor.form.chooseOption('operation', 'Sync');

		const labels = await editor.form.readLabels();
		expect(labels).toEqual(expect.arrayContaining(['Dry Run', 'Remove Missing']));
		expect(labels.indexOf('Dry Run')).toBeLessThan(labels.indexOf('Remove Missing'));
	});

	it.each(OPERATIONS)(
		'offers Simplify for %s where a service item comes out of it',
		async (operation) => {
			await editor.form.chooseOption('operation', operation);

			const offered = await editor.form.readOfferedOptions();
			expect(offered).toContain('Timeout');
			expect(offered.includes('Simplify')).toBe(operation !== 'Delete');
		},
	);
});
