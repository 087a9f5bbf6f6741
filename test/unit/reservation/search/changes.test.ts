import { searchScopes } from './searchScopes';
import { DIMENSIONS } from './world';

const { plan, get, patch, remove } = DIMENSIONS;

/** The same for updates and deletions, and for what else may be different. */
searchScopes({
	updates: {
		plan: ['update1', 'update2'],
		there: ['first', 'both', 'stale'],
		get,
		patch,
	},
	deletions: {
		plan: ['sync2'],
		there: ['first', 'both', 'stale'],
		get: ['works', 'withoutReservation'],
		patch,
		remove,
	},
	'IDs that a GET proves or not': {
		plan: ['update1', 'update2', 'sync2'],
		there: ['first', 'both', 'stale'],
		list: ['same', 'rows', 'none'],
		get,
	},
	'row numbers, and another guest with the same charges': {
		plan: ['update1', 'update2', 'sync2'],
		there: ['first', 'both', 'stale'],
		list: ['rows'],
		get,
		patch,
		foreign: ['twin'],
	},
	'late and cut lists': {
		plan: ['ref1', 'ref2', 'alike2', 'update2', 'sync2'],
		there: ['nothing', 'twins'],
		answer: ['item', 'nothing', 'foreign'],
		late: [0, 1, 2],
		cut: [false, true],
		conflict: [false, true],
	},
	'another run and a restart': {
		plan,
		list: ['same', 'never'],
		again: ['retry', 'run'],
		restart: [false, true],
	},
	'two reservations, keys, stops and retries': {
		plan,
		reservations: [2],
		key: [false, true],
		stops: [false, true],
		retries: [0, 2],
	},
	'protection after it was off': {
		plan: ['same1', 'alike2', 'differ2', 'overlap2'],
		there: ['nothing', 'first'],
		answer: ['item', 'nothing', 'foreign'],
		list: ['same', 'none'],
		again: ['protected'],
		key: [false, true],
		retries: [0, 1],
	},
});
