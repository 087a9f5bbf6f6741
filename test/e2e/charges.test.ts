import { FAULT_KINDS } from '../service/faults';
import { chargeNode, chargesNode, makeCharges, reckon, type Charge } from './support/charges';
import { useStage } from './support/stage';
import { chainNodes, readJson, triggerName } from './support/workflows';

const stage = useStage();
afterEach(() => delete (stage.service.books as Partial<typeof stage.service.books>).create);

/** Runs the node on these charges. @returns of each its action, or its error */
async function make(charges: object[], parameters: Record<string, unknown>): Promise<string[]> {
	const charge = chargeNode(stage.credential, parameters, { onError: 'continueRegularOutput' });
	const id = await stage.api.createWorkflow(chainNodes('Charges', chargesNode(charges), charge));
	const execution = await stage.api.startWorkflow(id, triggerName);
	const result = await stage.api.waitForExecution(execution, 300_000);
	return readJson(result, 'Charge').map(({ error, action }) => String(error ?? action));
}

it('one text that the service cuts holds up that charge alone, this night and the next', async () => {
	const { books } = stage.service;
	const create = books.create.bind(books);
	books.create = (id, body, key) =>
		create(id, { ...body, description: (body.description as string).slice(0, 40) }, key);
	const description = 'Late checkout until 14:00, booked by telephone by the guest';
	const [first, ...others] = makeCharges('RES', 4);
	const night = [{ ...first, description }, ...others];
	const charge = async (charges: object[]) => make(charges, { preventDuplicates: 'sameFields' });
	const saying = (text: string) => expect.stringContaining(text) as string;

	const cut = saying('is there, but the service stored this text otherwise');
	expect(await charge(night)).toEqual([cut, 'created', 'created', 'created']);
	const short = { ...first, amount: 9, description: description.slice(0, 25) };
	expect(await charge([short, ...makeCharges('GUEST', 1)])).toEqual(['created', 'created']);
	const held = saying('was not created again: it was created and may be on the bill');
	expect(await charge(night)).toEqual([held, ...others.map(() => 'alreadyExisted')]);
	expect(books.changes).toEqual({ created: 6, updated: 0, deleted: 0 });
});

/** Whatever can go wrong, but a page with 200 in place of the service, and what hangs, which takes as long as Timeout says. */
const kinds = FAULT_KINDS.filter((kind) => !/^(redirect|html$|hang)/.test(kind));

it('400 protected writes, of which a third of the requests go wrong, are each told truly, and all made by the next run', async () => {
	const modes: Array<Record<string, unknown>> = [
		{ operation: 'create', preventDuplicates: 'sameFields' },
		{ operation: 'create', preventDuplicates: 'reference' },
		{ operation: 'upsert' },
		{ operation: 'sync' },
	];
	const { service } = stage;
	// A token that is younger when it is refused is refused for something else than its end.
	service.tokens.shortestLifeMs = 11_000;
	service.faults.random({ seed: 11, rate: 1 / 3, kinds, path: /^\/services/, delayMs: 30 });
	const charges = modes.map((_, mode) => makeCharges(`MODE${mode}`, 100, 50));
	const told = await Promise.all(modes.map((mode, index) => make(charges[index] ?? [], mode)));
	service.faults.clear();

	const isTrue = (word: string, { reservationId, amount }: Charge) => {
		const stored = service.books.all(reservationId).filter((item) => item.amount === amount).length;
		if (/^(created|alreadyExisted|unchanged)$/.test(word)) return stored === 1;
		return stored <= (/may or may not|was created/.test(word) ? 1 : 0);
	};
	const untrue = charges.map((each, mode) =>
		each.filter((charge, index) => !isTrue(told[mode]?.[index] ?? '', charge)),
	);
	expect(untrue).toEqual([[], [], [], []]);
	await Promise.all(modes.map((mode, index) => make(charges[index] ?? [], mode)));
	expect(reckon(charges.flat(), service.books)).toEqual({ stored: 400, lost: 0, duplicated: 0 });
}, 200_000);
