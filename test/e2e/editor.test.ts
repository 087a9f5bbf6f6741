import { DEFAULT_ACCOUNT } from '../service/miniatureService';
import { chargeNode, chargesNode } from './support/charges';
import { Editor } from './support/editor/editor';
import { repeatUntil } from './support/repeatUntil';
import { book, credentialFor, useStage } from './support/stage';
import { chainNodes, connectNodes, serviceItemNode, type WorkflowFile } from './support/workflows';

const nodeName = 'Reservation Service Item';
const create = 'Create service item (charge or extra)';
const charge = { amount: '35', date: '2026-12-07', description: 'Late checkout until 14:00' };
const { description: chargeDescription, ...others } = charge;
/** The charge, by the names of the form. */
const filled = { ...others, chargeDescription };

/** A browser takes longer to open n8n than most of these tests run. */
let editor: Editor;

beforeAll(async () => {
	editor = await Editor.open();
});

afterAll(() => editor?.close());

const stage = useStage();

/** One user's first half hour: the steps build on each other. */
describe('the editor in a browser', () => {
	beforeEach(() => book(stage.service));

	it('finds the node by what it is for, and by its name', async () => {
		await editor.openNewWorkflow();

		expect(await editor.searchNodes('upsell', nodeName)).toEqual([nodeName]);
		expect((await editor.searchNodes(nodeName, nodeName))[0]).toBe(nodeName);
		expect(await editor.searchNodes('city tax', nodeName)).toContain(nodeName);
		await editor.searchNodes('late checkout', nodeName);
		await editor.addNode(nodeName, 'Get service item');
	});

	it('shows five examples under Custom API Format of a new credential', async () => {
		const { camera, credential } = editor;
		await credential.openNew();
		await credential.toggle('customApiFormat');
		const labels = ['Create Body', 'Update Body', 'List Query', 'List Response', 'Request Headers'];
		for (const label of labels) await credential.waitForText(label);
		const first = 'parameter-input-createBody';
		const last = 'parameter-input-requestHeaders';
		// With the label of the first, and without that of what follows the last.
		await camera.takePicture('custom-api-format', [first, last], { height: 2300, air: 29 });
		await credential.toggle('customApiFormat');
	});

	it('refuses a wrong key in the service’s own words', async () => {
		const { accountId } = DEFAULT_ACCOUNT;
		const wrong = { baseUrl: stage.service.url, accountId, apiKey: 'not-the-key' };
		await editor.credential.fill(wrong);
		await editor.credential.save();

		await editor.credential.waitForRefusal('the key does not belong to it');
		await editor.camera.takePicture('credential-refused', ['editCredential-modal']);
	});

	it('tests the credential green once the key is right', async () => {
		await editor.credential.fill({ apiKey: DEFAULT_ACCOUNT.key });
		await editor.credential.save();

		expect(await editor.credential.reopen()).toContain('Connection tested successfully');
		await editor.camera.takePicture('credential-tested', ['editCredential-modal'], {
			height: 1350,
		});
		await editor.credential.close();
	});

	it('lists the service items of the reservation, filters them, and executes the step with the chosen one', async () => {
		await editor.type('reservationId', 'RES-1001');

		expect(await editor.openPicker()).toHaveLength(4);
		const seen = ['node-execute-button', 'node-credentials-select', 'rlc-input', 'rlc-item'];
		await editor.camera.takePicture('pick-a-service-item', seen, { air: 16 });
		expect(await editor.searchPicker('Spa')).toEqual([
			expect.stringMatching(/Spa treatment, 60 minutes/),
		]);

		await editor.pick('Spa treatment');

		expect(await editor.execute()).toEqual([
			expect.objectContaining({
				reservationId: 'RES-1001',
				description: 'Spa treatment, 60 minutes',
				amount: '89.5',
				date: '2026-12-05',
			}),
		]);
	});

	it('shows what a step will return before anything is charged', async () => {
		const step = { operation: 'create', reservationId: 'RES-1001', ...filled };
		const workflow = chainNodes(
			'Map what is not there yet',
			serviceItemNode('Charge', { id: '', name: '' }, step),
			{ name: 'Next', type: 'n8n-nodes-base.set', typeVersion: 3.4, parameters: {} },
		);
		await editor.openWorkflow(await stage.api.createWorkflow(workflow));
		await editor.openNode('Next');

		const shown = (await editor.readPreviewedInput()).join(' ');
		for (const name of ['id', 'reservationId', 'reference', 'amount', 'destinationAccount']) {
			expect(shown).toContain(name);
		}
		expect(stage.service.books.all('RES-1001')).toHaveLength(4);
	});

	it('makes a charge by a search, four fields and a click', async () => {
		await editor.openNewWorkflow();
		await editor.searchNodes('late checkout', nodeName);
		await editor.camera.takePicture('first-charge-1', ['node-creator']);

		await editor.addFirstNode(create);
		await editor.credential.choose('Reservation Service account');
		expect(await editor.read('resource')).toBe('Service Item');
		expect(await editor.read('operation')).toBe('Create');
		for (const [name, text] of Object.entries({ reservationId: 'RES-1002', ...filled })) {
			await editor.type(name, text);
		}
		await editor.camera.takePicture('first-charge-2', ['node-execute-button', 'node-parameters']);

		const [row] = await editor.execute();
		expect(row).toMatchObject({ reservationId: 'RES-1002', ...charge });
		await editor.showFields();
		await editor.camera.takePicture('first-charge-3', ['output-panel']);

		await editor.closeNode();
		await editor.waitForGreenCheck(create);
		await editor.camera.takeCanvasPicture('first-charge-4');
		expect(stage.service.books.all('RES-1002').slice(3)).toMatchObject([{ ...charge, amount: 35 }]);
	});
});

/** Keys pressed in the editor, as only they show what its fields make of a text. */
describe('what is typed into the form', () => {
	it('arrives as it is: a date with a time, and an amount that says what it most likely means', async () => {
		const saved = { operation: 'create', reservationId: 'RES-1001', ...filled };
		const workflow = chainNodes('Typed', serviceItemNode('Charge', stage.credential, saved));
		await editor.openWorkflow(await stage.api.createWorkflow(workflow));
		await editor.openNode('Charge');
		await editor.type('date', ' 2026-11-21 15:00');
		await editor.type('amount', '12,50');

		const description = await editor.executeInVain("'Amount' is '12,50'");
		expect(description).toContain('Write 12.50');
		await editor.type('amount', '-12.50');
		await editor.start();
		const { books } = stage.service;
		await repeatUntil('a charge has arrived', () => books.all()[0]);
		expect(books.all()).toMatchObject([{ date: '2026-11-21', amount: -12.5 }]);
		await editor.type('amount', '');
		expect(await editor.isMarked('amount')).toBe(true);
	});

	it('can be left to a model in a tool, the description included', async () => {
		const tool = serviceItemNode('Charge', stage.credential, { operation: 'create' });
		const type = `${tool.type}Tool`;
		const workflow = connectNodes('Tool', { ...tool, type });
		const id = await stage.api.createWorkflow(workflow);
		await editor.openWorkflow(id);
		await editor.openNode('Charge');
		for (const name of ['reservationId', 'amount', 'chargeDescription']) {
			await editor.leaveToModel(name);
		}
		await editor.camera.takePicture('tool-form', ['ndv']);

		const { nodes } = await repeatUntil('the workflow is saved', async () => {
			const saved = await stage.api.send<WorkflowFile>('GET', `/workflows/${id}`);
			return JSON.stringify(saved).includes("$fromAI('Description'") ? saved : undefined;
		});
		expect(nodes[0]?.parameters).toMatchObject({
			chargeDescription: expect.stringContaining("$fromAI('Description'") as string,
			amount: expect.stringContaining("$fromAI('Amount'") as string,
		});
	});
});

describe('what a run gives out', () => {
	const rows = [
		{ ...charge, reservationId: 'RES-1', guest: 'Ada', reference: 'pos-1' },
		{ ...charge, reservationId: 'RES-1', guest: 'Ada', reference: 'pos-2', amount: '12,50' },
		{ ...charge, reservationId: 'RES-2', guest: 'Ben', reference: 'pos-3' },
	];
	const executeLast = async (...nodes: WorkflowFile['nodes']) => {
		await editor.openWorkflow(await stage.api.createWorkflow(chainNodes('Output', ...nodes)));
		await editor.openNode(nodes.at(-1)!.name);
		return await editor.execute();
	};
	const execute = async (charges: object[], ...how: Array<Record<string, unknown>>) =>
		await executeLast(chargesNode(charges), chargeNode(stage.credential, ...how));

	it('keeps a row that failed, with its own columns and the reason, on the error output', async () => {
		const done = await execute(rows, {}, { onError: 'continueErrorOutput' });

		expect(done.map(({ reservationId }) => reservationId)).toEqual(['RES-1', 'RES-2']);
		const error = expect.stringContaining("'Amount' is '12,50'") as string;
		expect(await editor.readFailed()).toMatchObject([{ ...rows[1], error }]);
		await editor.camera.takePicture('error-output', ['output-panel'], { width: 2600 });
	});

	it('shows what a sync would do, a row for each charge', async () => {
		const { books } = stage.service;
		for (const number of [1, 2, 9]) {
			books.add('RES-1', { ...charge, amount: 35, description: `Minibar [ref:pos-${number}]` });
		}
		const wanted = rows.map((row) => ({ ...row, description: 'Minibar', amount: 35 }));
		Object.assign(wanted[1]!, { amount: 12.5 });
		const deleting = { deleteMissing: true, referencePrefix: 'pos-' };

		const shown = await execute(wanted, { operation: 'sync', dryRun: true, ...deleting });
		const actions = ['unchanged', 'wouldUpdate', 'wouldDelete', 'wouldCreate'];
		expect(shown.map(({ action }) => action)).toEqual(actions);
		await editor.camera.takePicture('sync-dry-run', ['output-panel'], {
			width: 2000,
			height: 1000,
		});
		expect(books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
	});

	// The last: from here on, the service has other names.
	it('leads from the fields as they come to green, by what Check says to paste into them', async () => {
		const { api, credential, service } = stage;
		const names = { amountField: 'price.gross', descriptionField: 'label', itemsField: 'data' };
		Object.assign(service.dialect, names);
		book(service);
		const booked = service.books.all();
		const settings = { environment: 'test', testBaseUrl: service.url, customApiFormat: true };
		await api.send('PATCH', `/credentials/${credential.id}`, credentialFor(service, settings));
		const check = async (step: number, verdict: string, writeTest = false) => {
			const how = { resource: 'setup', operation: 'check', reservationId: 'RES-1002', writeTest };
			const report = await executeLast(serviceItemNode('Check', credential, how));
			const size = { width: 2100, height: 900 };
			await editor.camera.takePicture(`check-walk-${step}`, ['output-panel'], size);
			expect(report[0]).toMatchObject({ setting: 'Custom API Format', verdict });
			return report;
		};

		const pasted: Record<string, string> = {};
		for (const { setting = '', enter } of await check(1, 'change')) {
			const name = setting.replace(' ', '').replace(/^./, (first) => first.toLowerCase());
			if (enter) pasted[name] = enter;
		}
		await editor.credential.reopen();
		await editor.credential.fill(pasted);
		await editor.credential.save();
		await editor.credential.waitForText('Saved');
		const how = { width: 1000, height: 2300, air: 36 };
		const form = ['parameter-input-createBody', 'parameter-input-listResponse'];
		await editor.camera.takePicture('check-walk-2', form, how);
		const saved = await api.send('GET', `/credentials/${credential.id}?includeData=true`);
		expect(saved).toMatchObject({ data: pasted });
		await editor.credential.close();

		await check(3, 'right');
		const written = await check(4, 'right', true);
		const open = written.filter(({ verdict }) => verdict !== 'right');
		// The service knows no references.
		expect(open.filter(({ setting }) => !setting?.includes('Reference'))).toEqual([]);
		expect(service.books.changes).toEqual({ created: 1, updated: 1, deleted: 1 });
		expect(service.books.all()).toEqual(booked);
	});
});
