import { accountLimitsOf } from '../../../../../nodes/shared/client/accountLimits';

it.each([
	[{}, 0, 0],
	[{ accountRequestsPerSecond: '', accountConcurrency: ' ' }, 0, 0],
	[{ accountRequestsPerSecond: 0.5, accountConcurrency: 3 }, 0.5, 3],
	[{ accountRequestsPerSecond: '4', accountConcurrency: '2' }, 4, 2],
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
])('%s is named when it is out of range: %j', (label, data) => {
	expect(() => accountLimitsOf(data)).toThrow(new RegExp(`^'${label}' in the credential must be`));
});
