import type { Reply } from '../../../nodes/shared/http/reply';
import type { ServiceRequest } from '../../../nodes/shared/http/request';
import { Reservations } from '../../../nodes/shared/lists/reservations';
import { answered, broken, failureOf } from '../support/http';

it.each<[string, Reply]>([
	['missing', answered(404)],
	['missing', answered(410)],
	['refused', answered(403)],
	['refused', answered(405)],
	['unread', answered(429)],
	['unread', answered(503)],
	['unread', broken('ECONNREFUSED', 'connect')],
	['unread', broken('CERT_HAS_EXPIRED')],
	['unread', broken('ECONNRESET')],
])('a service item is %s after %j', async (found, reply) => {
	const trySend = (request: ServiceRequest) => Promise.resolve(failureOf(request, reply));
	const reservations = new Reservations({ trySend } as never);

	expect(await reservations.find('si-1')).toBe(found);
});
