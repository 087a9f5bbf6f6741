import { chat } from '../support/chat';
import { renewPicture, useExampleStage } from '../support/exampleStage';
import { book } from '../support/stage';
import { editNode } from '../support/exampleWorkflow';
import { ScriptedModel } from '../support/scriptedModel';

const extra = {
	Reservation_ID: 'RES-1002',
	Date: '2026-12-07',
	Extra: 'Late checkout until 14:00',
};
const wish = 'A late checkout until 14:00 on 7 December for RES-1002, please';

describe('the example ai-concierge', () => {
	const stage = useExampleStage();
	let model: ScriptedModel;
	let workflow: string;

	beforeAll(async () => {
		model = await ScriptedModel.start();
		const id = await stage.api.createCredential(model.credential);
		workflow = await stage.importExample('ai-concierge', (example) =>
			editNode(example, 'Chat Model', (node) => {
				node.credentials = { openAiApi: { id, name: model.credential.name } };
			}),
		);
		book(stage.service);
	});

	afterAll(() => model.stop());

	it('asks in words before it charges, and charges once, whatever price the model says, when that is approved', async () => {
		const withPrice = { ...extra, Amount: 3500, amount: 3500, Description: 'Suite' };
		model.play(
			{ call: 'Look_Up_Charges', arguments: { Reservation_ID: 'RES-1002' } },
			// Behind the review, n8n wants the arguments in a place of their own.
			{ call: 'Add_an_Extra', arguments: { toolParameters: withPrice, hitlParameters: {} } },
			{ say: 'The late checkout is booked for 35.' },
		);
		const said = { api: stage.api, model, workflow, trigger: 'Request in the Chat' };
		const { answer, questions, run } = await chat(said, wish, 'Charge');

		expect(answer).toBe('The late checkout is booked for 35.');
		expect(questions).toEqual([
			'Shall this be charged?\n\nLate checkout until 14:00: 35\nReservation: RES-1002\nDay: 2026-12-07',
		]);
		const [charges, added] = model.toolAnswers().map((each) => JSON.parse(each) as object[]);
		expect(charges).toHaveLength(3);
		expect(added).toMatchObject([{ amount: 35, date: '2026-12-07', action: 'created' }]);
		const description = expect.stringMatching(/^Late checkout until 14:00/) as string;
		const charge = { amount: 35, date: '2026-12-07', description };
		expect(stage.service.books.all('RES-1002').slice(3)).toMatchObject([charge]);
		await renewPicture('ai-concierge', run);
	});

	it('has told the model the prices and what its tools do, and lets it choose no price', () => {
		const [request] = model.requests;
		expect(request?.messages[0]?.content).toContain('- Spa treatment, 60 minutes: 89.5');
		const tools = new Map(request?.tools.map((tool) => [tool.name, tool]));
		expect([...tools.keys()].sort()).toEqual(['Add_an_Extra', 'Look_Up_Charges']);
		expect(tools.get('Look_Up_Charges')?.description).toMatch(/Changes nothing/);
		expect(tools.get('Add_an_Extra')?.description).toMatch(/the guest will pay/);
		const { toolParameters } = tools.get('Add_an_Extra')?.parameters.properties ?? {};
		expect(Object.keys(toolParameters?.properties ?? {})).toEqual(Object.keys(extra));
	});
});
