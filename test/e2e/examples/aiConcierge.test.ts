import { chat as chatWith } from '../support/chat';
import { renewPicture, useExampleStage } from '../support/exampleStage';
import { book } from '../support/stage';
import { editNode } from '../support/exampleWorkflow';
import type { ExecutionResult } from '../support/execution';
import { ScriptedModel } from '../support/scriptedModel';

const lateCheckout = {
	Reservation_ID: 'RES-1002',
	Extra: 'Late checkout until 14:00',
	Date: '2026-12-07',
};
const wish = 'A late checkout until 14:00 on 7 December for RES-1002, please';
const charge: unknown = expect.objectContaining({
	reservationId: 'RES-1002',
	amount: 35,
	date: '2026-12-07',
	description: expect.stringMatching(/^Late checkout until 14:00/) as unknown,
});

describe('the example ai-concierge', () => {
	const stage = useExampleStage();
	let model: ScriptedModel;
	let workflow: string;
	let lastRun: ExecutionResult;
	let questions: string[];

	beforeAll(async () => {
		model = await ScriptedModel.start();
		const id = await stage.api.createCredential(model.credential);
		workflow = await stage.importExample('ai-concierge', (example) =>
			editNode(example, 'Chat Model', (node) => {
				node.credentials = { openAiApi: { id, name: model.credential.name } };
			}),
		);
	});

	beforeEach(() => book(stage.service));

	afterAll(() => model.stop());

	it('tells the model the prices and what its tools do, and lets it choose no price', async () => {
		model.play({ say: 'Hello' });

		expect(await chat('Hello')).toBe('Hello');

		expect(model.requests[0]?.messages[0]?.content).toContain('- Spa treatment, 60 minutes: 89.5');
		const tools = new Map(model.requests[0]?.tools.map((tool) => [tool.name, tool]));
		expect([...tools.keys()].sort()).toEqual(['Add_an_Extra', 'Look_Up_Charges']);
		expect(tools.get('Look_Up_Charges')?.description).toMatch(/Changes nothing/);
		expect(tools.get('Add_an_Extra')?.description).toMatch(/the guest will pay/);
		const { toolParameters } = tools.get('Add_an_Extra')?.parameters.properties ?? {};
		const described = Object.entries(toolParameters?.properties ?? {});
		expect(described.map(([name, { type, description }]) => [name, type, description])).toEqual([
			['Reservation_ID', 'string', expect.stringMatching(/RES-1002/)],
			['Date', 'string', expect.stringMatching(/YYYY-MM-DD/)],
			['Extra', 'string', expect.stringMatching(/price list/)],
		]);
	});

	it('asks in words before it charges, and charges once, whatever price the model says, when that is approved', async () => {
		const withPrice = { ...lateCheckout, Amount: 3500, amount: 3500, Description: 'Suite' };
		model.play(
			{ call: 'Look_Up_Charges', arguments: { Reservation_ID: 'RES-1002' } },
			addExtra(withPrice),
			{ say: 'The late checkout is booked for 35.' },
		);

		const answer = await chat(wish, 'Charge');

		expect(answer).toBe('The late checkout is booked for 35.');
		expect(questions).toEqual([
			'Shall this be charged?\n\nLate checkout until 14:00: 35\nReservation: RES-1002\nDay: 2026-12-07',
		]);
		const [charges, added] = model.toolAnswers();
		expect(JSON.parse(charges ?? '')).toHaveLength(3);
		expect(JSON.parse(added ?? '')).toEqual([
			expect.objectContaining({ amount: 35, date: '2026-12-07', action: 'created' }),
		]);
		expect(stage.service.books.all('RES-1002').slice(3)).toEqual([charge]);
		await renewPicture('ai-concierge', lastRun);
	});

	/** A call of the tool behind the review, whose arguments n8n wants in a place of their own. */
	function addExtra(toolParameters: object) {
		return { call: 'Add_an_Extra', arguments: { toolParameters, hitlParameters: {} } };
	}

	/** @returns the concierge's answer */
	async function chat(chatInput: string, ...presses: string[]): Promise<string> {
		const said = { api: stage.api, model, workflow, trigger: 'Request in the Chat' };
		const conversation = await chatWith(said, chatInput, ...presses);
		({ run: lastRun, questions } = conversation);
		return conversation.answer;
	}
});
