// n8n's own small nodes, as far as two of the examples need them: n8n-core brings the engine, and none of its nodes.

const describe = (name, properties, others) => ({
	displayName: name,
	name,
	group: ['transform'],
	version: 1,
	description: name,
	defaults: { name },
	inputs: ['main'],
	outputs: ['main'],
	properties: properties.map(([property, type]) => ({
		displayName: property,
		name: property,
		type,
		default: type === 'json' ? '' : {},
	})),
	...others,
});

/** Begins with the items that the run is given: a click, or a webhook's request. */
const trigger = {
	description: describe('trigger', [], { group: ['trigger'], inputs: [] }),
	async execute() {
		return [this.getInputData()];
	},
};

/** Edit Fields. */
const set = {
	description: describe('set', [['assignments', 'assignmentCollection']]),
	async execute() {
		return [
			this.getInputData().map((_, item) => {
				const { assignments } = this.getNodeParameter('assignments', item);
				const json = Object.fromEntries(assignments.map(({ name, value }) => [name, value]));
				return { json, pairedItem: { item } };
			}),
		];
	},
};

const filter = {
	description: describe('filter', [['conditions', 'filter']]),
	async execute() {
		const items = this.getInputData().map((each, item) => ({ ...each, pairedItem: { item } }));
		const fits = (item) => this.getNodeParameter('conditions', item, false, { extractValue: true });
		return [items.filter((_, item) => fits(item))];
	},
};

/** @param {(body: object) => void} answer is told what the webhook's caller gets */
export function standIns(answer) {
	const respondToWebhook = {
		description: describe('respondToWebhook', [['responseBody', 'json']]),
		async execute() {
			answer(this.getNodeParameter('responseBody', 0));
			return [this.getInputData()];
		},
	};
	const nodes = { manualTrigger: trigger, webhook: trigger, set, filter, respondToWebhook };
	return Object.fromEntries(
		Object.entries(nodes).map(([name, node]) => [`n8n-nodes-base.${name}`, node]),
	);
}
