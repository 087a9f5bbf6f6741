import { accountLimitsOf } from '../../../../../nodes/shared/client/accountLimits';
import { thrownBy } from '../../../support/thrown';

it.each([
	[{}, 0, 10],
	[{ accountRequestsPerSecond: '', accountConcurrency: ' ' }, 0, 10],
	[{ accountRequestsPerSecond: 0.5, accountConcurrency: 3 }, 0.5, 3],
	[{ accountRequestsPerSecond: '4', accountConcurrency: '2' }, 4, 2],
	[{ accountRequestsPerSecond: null as never, accountConcurrency: ' 2 ' }, 0, 2],
	[{ accountRequestsPerSecond: 0, accountConcurrency: '0' }, 0, 0],
])('%j', (data, requestsPerSecond, concurrency) => {
	expect(accountLimitsOf(data)).toEqual({ requestsPerSecond, concurrency });
});

it.each([
	['Requests per Second', { accountRequestsPerSecond: -1 }],
	['Requests per Second', { accountRequestsPerSecond: 'few' }],
	['Requests per Second', { accountRequestsPerSecond: Infinity }],
	['Requests at a Time', { accountConcurrency: 1.5 }],
	['Requests at a Time', { accountConcurrency: -2 }],
	['Requests at a Time', { accountConcurrency: true as never }],
	['Requests at a Time', { accountConcurrency: [] as never }],
])('%s is named when it is out of range: %j', (label, data) => {
	const error = thrownBy(() => accountLimitsOf(data));
	const kind = label === 'Requests at a Time' ? 'whole number' : 'number';
	expect(error.message).toBe(
		`'${label} (0 for No Limit)' in the credential must be a ${kind} of at least 0`,
	);
	expect(error.description).toContain('enter 0 for no limit');
});
