import { owner } from './example.mjs';
import { credentialFor } from './service.mjs';
import { printBooks } from './tables.mjs';

/** Prints what to try now, and where. */
export function printWelcome(tool, url, workflowId, service) {
	const { accountId, apiKey } = credentialFor(tool, service);
	printBooks(tool, service.books);
	console.log(`What to try

  - Execute the workflow again: no second late checkout, as Add Late Checkout prevents duplicates by reference. The last
    column of its output, _action, says alreadyExisted.
  - In Late Checkout Request, mistype the reservation, say RES-1020: the service says that there is none. Put RES-1002 back.
  - In Add Late Checkout, choose Prevent Duplicates → Off, and execute the workflow once more: now there are two.
  - In a new workflow, add Get of Reservation Service Item, with Reservation ID RES-1001: its list offers what is on it.
    Search for Spa.
  - Change the API key in the credential: the test says what the service says.
`);
	console.log(`Editor    ${url}/workflow/${workflowId}`);
	console.log(`Login     ${owner.email}   ${owner.password}`);
	console.log(`Service   ${service.url}   Account ID ${accountId}, API key ${apiKey}`);
	console.log('\nCtrl-C ends the demo and removes what it created.');
}
