/** An environment in which the death or standstill of a worker is noticed in seconds; by default in a minute or two. */
export const quickNotice = {
	QUEUE_WORKER_LOCK_DURATION: '5000',
	QUEUE_WORKER_LOCK_RENEW_TIME: '1000',
	QUEUE_WORKER_STALLED_INTERVAL: '3000',
};
