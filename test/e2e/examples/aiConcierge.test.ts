import { randomUUID } from 'node:crypto';
import { ExampleStage } from '../support/exampleStage';
import { editNode } from '../support/exampleWorkflow';
import type { ExecutionResult } from '../support/n8nApi';
import type { ScriptedModel } from '../support/scriptedModel';
import { startScriptedModel } from '../support/scriptedModel';
import { readJson } from '../support/workflows';

const lateCheckout = {
	Reservation_ID: 'RES-1002',
	Amount: 35,
	Date: '2026-12-07',
	Description: 'Late checkout until 14:00',
};
const charge: unknown = expect.objectContaining({
	reservationId: 'RES-1002',
	amount: 35,
	date: '2026-12-07',
	description: 'Late checkout until 14:00',
});

describe('the example ai-concierge', () => {
	let stage: ExampleStage;
	let model: ScriptedModel;
	let workflow: string;
	let lastRun: ExecutionResult;

	beforeAll(async () => {
		stage = await ExampleStage.open();
		model = await startScriptedModel();
		const name = 'Scripted model';
		const data = { apiKey: 'unused', url: model.url };
		const id = await stage.api.createCredential({ name, type: 'openAiApi', data });
		workflow = await stage.importExample('ai-concierge.json', (example) =>
			editNode(example, 'Chat Model', (node) => ({
				...node,
				credentials: { openAiApi: { id, name } },
			})),
		);
	});

	beforeEach(() => stage.reset());

	afterAll(async () => {
		await stage.close();
		await model.stop();
	});

	it('tells the model what its tools do, and what each argument means', async () => {
		model.play({ say: 'Hello' });

		await chat('Hello');

		const tools = new Map(model.requests[0]?.tools.map((tool) => [tool.name, tool]));
		expect([...tools.keys()].sort()).toEqual(['Add_an_Extra', 'Look_Up_Charges']);
		expect(tools.get('Look_Up_Charges')?.description).toMatch(/Changes nothing/);
		expect(tools.get('Add_an_Extra')?.description).toMatch(/the guest will pay/);
		const described = Object.entries(tools.get('Add_an_Extra')?.parameters.properties ?? {});
		expect(described.map(([name, { type, description }]) => [name, type, description])).toEqual([
			['Reservation_ID', 'string', expect.stringMatching(/RES-1002/)],
			['Amount', 'number', expect.stringMatching(/main currency unit/)],
			['Date', 'string', expect.stringMatching(/YYYY-MM-DD/)],
			['Description', 'string', expect.stringMatching(/bill/)],
		]);
	});

	it('lets the model read the charges and add one', async () => {
		model.play(
			{ call: 'Look_Up_Charges', arguments: { Reservation_ID: 'RES-1002' } },
			{ call: 'Add_an_Extra', arguments: lateCheckout },
			{ say: 'The late checkout is booked for 35.' },
		);

		const answer = await chat('A late checkout until 14:00 on 7 December for RES-1002, please');

		expect(answer).toBe('The late checkout is booked for 35.');
		const [charges, added] = toolAnswers();
		expect(charges).toHaveLength(3);
		expect(added).toEqual([
			expect.objectContaining({ amount: 35, date: '2026-12-07', _action: 'created' }),
		]);
		expect(booked()).toEqual([charge]);
		await stage.renewPicture('ai-concierge', lastRun);
	});

	it('tells the model what is wrong with its arguments, so that it can correct them', async () => {
		model.play(
			{ call: 'Add_an_Extra', arguments: { ...lateCheckout, Amount: 'twelve' } },
			{ call: 'Add_an_Extra', arguments: { ...lateCheckout, Reservation_ID: undefined } },
			{ call: 'Add_an_Extra', arguments: { ...lateCheckout, Date: '7 December' } },
			{ call: 'Add_an_Extra', arguments: { ...lateCheckout, Amount: '12,50' } },
			{ call: 'Add_an_Extra', arguments: { ...lateCheckout, Amount: 3500 } },
			{ call: 'Add_an_Extra', arguments: lateCheckout },
			{ say: 'Done, at the sixth go.' },
		);

		const answer = await chat('A late checkout until 14:00 on 7 December for RES-1002, please');

		expect(answer).toBe('Done, at the sixth go.');
		const [noNumber, noReservation, noDate, comma, tooMuch, added] = toolAnswers().flat();
		expect(noNumber?.error).toMatch(/'Amount' is 'twelve', which is not a number.*12\.5/);
		expect(noReservation?.error).toMatch(/'Reservation ID' is empty\. Fill in/);
		expect(noDate?.error).toMatch(/'Date' is '7 December', which is not a date.*2026-11-21/);
		expect(comma?.error).toMatch(/'Amount' is '12,50', which is not a plain number\. Write 12\.50/);
		expect(tooMuch?.error).toMatch(/'Amount' is 3500, more than the option 'Largest Amount'/);
		expect(added).toMatchObject({ _action: 'created' });
		expect(booked()).toEqual([charge]);
		expect(stage.service.log.count('POST', /services/)).toBe(1);
	});

	it('charges once when the model repeats itself, and when the service’s answer is lost', async () => {
		stage.service.faults.add({ kind: 'resetAfter', method: 'POST', path: /services/ });
		model.play(
			{ call: 'Add_an_Extra', arguments: lateCheckout },
			{ call: 'Add_an_Extra', arguments: lateCheckout },
			{ say: 'Booked.' },
		);

		await chat('A late checkout until 14:00 on 7 December for RES-1002, please');

		expect(toolAnswers()[1]).toEqual([expect.objectContaining({ _action: 'alreadyExisted' })]);
		expect(booked()).toEqual([charge]);
	});

	/** Sends a first message, as the editor's chat does. @returns the agent's answer */
	async function chat(chatInput: string): Promise<unknown> {
		const message = { sessionId: randomUUID(), action: 'sendMessage', chatInput };
		lastRun = await stage.api.runWorkflow(workflow, 'Request in the Chat', message);
		return readJson(lastRun, 'Concierge')[0]?.output;
	}

	/** What each call of a tool gave out, in order: its items, or one item with an error. */
	function toolAnswers(): Array<Array<Record<string, unknown>>> {
		return model.toolAnswers().map((text) => JSON.parse(text) as Array<Record<string, unknown>>);
	}

	function booked() {
		return stage.service.books.all('RES-1002').slice(3);
	}
});
