import type { IDataObject, INodeParameters } from 'n8n-workflow';
import {
	useCannedService,
	type CannedAnswer,
	type CannedRequest,
	type CannedService,
} from './cannedService';
import { runNode } from './runWorkflow';

export type Booked = IDataObject & { id: string; reservationId: string };

export const sameFields = { preventDuplicates: 'sameFields' };

/** The output of an item that has failed with these words. */
export const error = (text: string) => ({ error: expect.stringContaining(text) as string });

const fromItem: INodeParameters = {
	reservationId: '={{ $json.on }}',
	amount: 80,
	date: '2026-11-21',
	description: 'Spa',
	reference: '={{ $json.ref }}',
};

/** A service whose lists are not what the node takes them for. */
export class MisreadLists {
	/** What it has in its books. */
	booked: Booked[] = [];
	/** How it shows an item. */
	show: (item: Booked) => unknown = (item) => item;
	/** Whether it lists a reservation, or everything it has. */
	isFiltered = true;
	/** Requests at a Time, as the credential says. */
	accountConcurrency = 10;

	constructor(private readonly canned: CannedService) {}

	reset(): void {
		this.booked = [];
		this.show = (item) => item;
		this.isFiltered = true;
		this.accountConcurrency = 10;
		this.canned.answer = (request) => this.answer(request);
	}

	private answer({ asked, body }: CannedRequest): CannedAnswer {
		const [method = '', url = ''] = asked.split(' ');
		const { pathname, searchParams } = new URL(url, 'http://service');
		const id = pathname.split('/')[2];
		if (method === 'POST') {
			const item = { id: `c-${this.booked.length + 1}`, ...(body as IDataObject) } as Booked;
			this.booked.push(item);
			return { status: 201, body: { id: item.id } };
		}
		if (method === 'DELETE') this.booked = this.booked.filter((item) => item.id !== id);
		if (method !== 'GET') return { status: 204, body: '' };
		const wanted = searchParams.get('reservationId');
		const isListed = (item: Booked) => !this.isFiltered || item.reservationId === wanted;
		return { body: { items: this.booked.filter(isListed).map((item) => this.show(item)) } };
	}

	/** Runs the node with On Error → Continue, so that every item has a word of its own. */
	async run(
		operation: string,
		parameters: INodeParameters,
		items: IDataObject[],
	): Promise<IDataObject[]> {
		const credential = this.canned.credential();
		credential.edit({ accountConcurrency: this.accountConcurrency });
		const done = await runNode(
			'serviceItem',
			{ resource: 'serviceItem', operation, ...fromItem, ...parameters },
			{ credential, items, onError: 'continueRegularOutput' },
		);
		return done.json();
	}

	/** What it was asked to change. */
	changes(): string[] {
		return this.canned.asked.filter((asked) => !asked.startsWith('GET'));
	}
}

/** Starts such a service for the tests of a file; before each of them its books are empty, and its lists right. */
export function useMisreadLists(): MisreadLists {
	const service = new MisreadLists(useCannedService());
	beforeEach(() => service.reset());
	return service;
}
