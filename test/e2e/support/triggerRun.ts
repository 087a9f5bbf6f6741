/** A trigger's finished run, as the editor hands it over. */
export function triggerRun(json: object): object {
	return {
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		executionStatus: 'success',
		source: [],
		data: { main: [[{ json }]] },
	};
}
