import type { Accounts } from './accounts';
import type { Books } from './books';
import type { Dialect } from './dialect';
import type { Tokens } from './tokens';

/** What the endpoints work on. */
export interface ServiceState {
	dialect: Dialect;
	readonly accounts: Accounts;
	readonly tokens: Tokens;
	readonly books: Books;
}
