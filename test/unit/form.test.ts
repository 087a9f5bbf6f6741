import { NodeHelpers } from 'n8n-workflow';
import type { INode, INodeParameters } from 'n8n-workflow';
import { ServiceItem } from '../../nodes/ServiceItem/ServiceItem.node';

const { properties } = new ServiceItem().description;
const OFF = 'Off means that every run charges again';
const REFERENCE = 'The guest sees the reference on the bill';
const DELETED = 'Deleted charges cannot be restored';

/** What the form shows when this is entered. */
function shownWith(entered: INodeParameters) {
	const node = { typeVersion: 1 } as INode;
	const given = { resource: 'serviceItem', ...entered };
	const values = NodeHelpers.getNodeParameters(properties, given, true, false, node, null) ?? {};
	return properties.filter((field) => NodeHelpers.displayParameter(values, field, node, null));
}

/** A tooltip is read by few: what costs money stands in sight, where it is decided. */
it.each<[INodeParameters, string[]]>([
	[{ operation: 'create' }, [OFF]],
	[{ operation: 'create', preventDuplicates: 'sameFields' }, []],
	[{ operation: 'create', preventDuplicates: 'reference' }, [REFERENCE]],
	[{ operation: 'upsert' }, [REFERENCE]],
	[{ operation: 'sync' }, [REFERENCE]],
	[{ operation: 'sync', deleteMissing: true }, [REFERENCE, DELETED]],
])('with %j the form warns: %j', (entered, warnings) => {
	const notices = shownWith(entered).filter(({ type }) => type === 'notice');
	expect(notices.map(({ displayName }) => displayName)).toEqual(
		warnings.map((text) => expect.stringContaining(text) as string),
	);
});

it('Sync begins with Dry Run', () => {
	const names = shownWith({ operation: 'sync' }).map(({ name }) => name);
	expect(names.filter((name) => !['resource', 'operation'].includes(name))[0]).toBe('dryRun');
});
