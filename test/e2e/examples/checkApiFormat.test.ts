import { renewOutputPicture, renewPicture, useExampleStage } from '../support/exampleStage';
import { book } from '../support/stage';
import { readJson } from '../support/workflows';

/** A service whose names nobody has told n8n. */
describe('the example check-api-format', () => {
	const stage = useExampleStage();

	it('says what to enter in the credential', async () => {
		stage.service.dialect = {
			...stage.service.dialect,
			amountField: 'price.gross',
			descriptionField: 'label',
			itemsField: 'data',
		};
		book(stage.service);
		const workflow = await stage.importExample('check-api-format');
		const result = await stage.api.runWorkflow(workflow, 'When clicking ‘Execute workflow’');

		const [first] = readJson(result, 'Check API Format');
		expect(first).toMatchObject({
			setting: 'Custom API Format',
			verdict: 'change',
			credential: { customApiFormat: true },
		});
		const { createBody, listResponse } = first?.credential as Record<string, string>;
		for (const example of [createBody, listResponse]) {
			expect(example).toContain('"gross": "{amount}"');
			expect(example).toContain('"label": "{description}"');
		}
		expect(readJson(result, 'What to Change')).toContainEqual(first);
		expect(stage.service.books.changes).toEqual({ created: 0, updated: 0, deleted: 0 });
		await renewPicture('check-api-format', result);
		await renewOutputPicture('check-report', workflow, 'What to Change');
	});
});
