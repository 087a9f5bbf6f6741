import type { IDataObject, INodeParameters } from 'n8n-workflow';
import type { NodeSettings } from '../engine/support/workflow';
import type { Dialect } from '../service/dialect';
import type { ServiceState } from '../service/serviceState';
import type { Report, Told } from './report';

/** What the service's books say about what a run told. Every entry names one charge, or all of them together. */
export interface Verdict {
	/** Said to be done, and not in the books as wanted. */
	lost: string[];
	/** In the books more often than it was wanted, or gone although nobody asked for that. */
	duplicated: string[];
	/** In the books although its item was said certainly not to be, or with other values than its item was given. */
	misreported: string[];
}

/** The input of one scenario, and how to judge what became of it. */
export interface SoakWork {
	inputs: IDataObject[];
	/** Compares the books with what was told about each input. */
	judge: (report: Report) => Verdict;
}

/** How the work is brought to its end when nothing goes wrong any more. */
export interface SecondRun {
	/** The same workflow once more, or the failed execution from n8n's list, with On Error set to Continue. */
	how: 'anew' | 'retry';
	/** What may be told of an item then. */
	ends: readonly Told[];
}

/** A node with its settings, put under a plan of faults. */
export interface Scenario {
	name: string;
	/** The node's operation and fields; its options are the soak's. */
	parameters: INodeParameters;
	/** Absent where running it again would rightly do it twice. */
	again?: SecondRun;
	/** Default: every item is continued regardless of errors. */
	settings?: Pick<NodeSettings, 'retryOnFail' | 'maxTries'>;
	/** The user presses Stop in the middle. */
	isStopped?: boolean;
	/** Puts into the books what is there beforehand, and makes about `count` input items. */
	begin(service: ServiceState, count: number): SoakWork;
}

/** n8n runs the whole node up to three times; what fails then fails the execution. */
export const RETRY_ON_FAIL = { retryOnFail: true, maxTries: 3 } as const;
/** It does no harm to do it again, and ends with everything done. */
export const ANEW: SecondRun = { how: 'anew', ends: ['done'] };

/** How a service speaks, and the credential's fields that say so. */
export interface SpokenDialect {
	name: string;
	dialect: Partial<Dialect>;
	credential: IDataObject;
}

/** One kind of service after another: what a change answers, and how lists come, decides what can be found out. */
export const DIALECTS: readonly SpokenDialect[] = [
	{ name: 'default', dialect: {}, credential: {} },
	{
		name: 'ids only, minor units',
		dialect: {
			createAnswer: 'idOnly',
			updateAnswer: 'empty204',
			deleteAnswer: 'object200',
			amountFormat: 'minorUnits',
			dateFormat: 'dateTime',
		},
		credential: { customApiFormat: true, amountFormat: 'minorUnits', dateFormat: 'dateTime' },
	},
	{
		name: 'own references, paged',
		dialect: { referenceField: 'externalId', pagination: 'page', maxPageSize: 3, idType: 'number' },
		credential: { customApiFormat: true, referenceField: 'externalId', pagination: 'page' },
	},
];
