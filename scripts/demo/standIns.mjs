// n8n's own small nodes, as far as two of the examples need them: n8n-core brings the engine, and none of its nodes.

/**
 * @param engine test/engine/support/engineNodeTypes.ts
 * @param {(body: object) => void} answer is told what the webhook's caller gets
 */
export function standIns({ describeNode, startNode }, answer) {
	const describe = (name, property, type) => {
		const field = { displayName: property, name: property, type };
		return describeNode(name, { properties: [{ ...field, default: type === 'json' ? '' : {} }] });
	};
	/** Edit Fields. */
	const set = {
		description: describe('set', 'assignments', 'assignmentCollection'),
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
		description: describe('filter', 'conditions', 'filter'),
		async execute() {
			const items = this.getInputData().map((each, item) => ({ ...each, pairedItem: { item } }));
			const rule = { extractValue: true };
			return [items.filter((_, item) => this.getNodeParameter('conditions', item, false, rule))];
		},
	};
	const respondToWebhook = {
		description: describe('respondToWebhook', 'responseBody', 'json'),
		async execute() {
			answer(this.getNodeParameter('responseBody', 0));
			return [this.getInputData()];
		},
	};
	const nodes = { manualTrigger: startNode, webhook: startNode, set, filter, respondToWebhook };
	const named = Object.entries(nodes).map(([name, node]) => [`n8n-nodes-base.${name}`, node]);
	return Object.fromEntries(named);
}
