import { searchScopes } from './searchScopes';
import { DIMENSIONS } from './world';

const { plan, answer, list } = DIMENSIONS;

/** What one charge, one fault and one oddity of a service can lead to. */
searchScopes({
	creates: { plan, there: ['nothing', 'first'], answer, list },
});
