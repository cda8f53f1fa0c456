/**
 * Every parameter of every operation, given by an expression that gives nothing or another type: it
 * is refused by its name, and nothing is sent. The table is made from the descriptions of the nodes.
 */
import { removeN8nFolder, runNode, type GivenItem } from './engine/engine';
import { answeringServer, json, type AnsweringServer } from './engine/answering-server';
import fs from 'node:fs';
import path from 'node:path';
import { n8nFolder } from './engine/n8n-folder';
import type {
	IDataObject,
	IExecuteFunctions,
	INodeParameters,
	INodeProperties,
	INodePropertyCollection,
	INodeType,
} from 'n8n-workflow';
import { errors } from '../../api/errors';
import { Exchange } from '../../nodes/Exchange/Exchange.node';
import { exchangeScreen } from '../../nodes/Exchange/screen';
import { Keeper } from '../../nodes/Keeper/Keeper.node';
import { keeperScreen } from '../../nodes/Keeper/screen';
import { Sealer } from '../../nodes/Sealer/Sealer.node';
import { sealerScreen } from '../../nodes/Sealer/screen';
import { Storage } from '../../nodes/Storage/Storage.node';
import { storageScreen } from '../../nodes/Storage/screen';
import { Tracker } from '../../nodes/Tracker/Tracker.node';
import { trackerScreen } from '../../nodes/Tracker/screen';
import { parametersOf } from '../../nodes/wire/kinds';
import type { AnyOperationScreen, Kind, NodeScreen } from '../../nodes/wire/screen';

let server: AnsweringServer;

beforeAll(async () => {
	server = await answeringServer();
});
beforeEach(() => {
	server.received.length = 0;
});
afterAll(async () => {
	await server.close();
	removeN8nFolder();
});

const nodes: ReadonlyArray<readonly [string, INodeType, NodeScreen]> = [
	['Sealer', new Sealer(), sealerScreen],
	['Tracker', new Tracker(), trackerScreen],
	['Keeper', new Keeper(), keeperScreen],
	['Storage', new Storage(), storageScreen],
	['Exchange', new Exchange(), exchangeScreen],
];

const operations = nodes.flatMap(([name, node, screen]) =>
	screen.operations.map(
		(operation) =>
			[
				`${name} ${operation.resource} ${operation.operation}`,
				{ node, screen, operation },
			] as const,
	),
);

/** A place in the parameters that an expression stands in. */
interface Place {
	readonly label: string;
	readonly kind: Kind;
	readonly parameters: INodeParameters;
}

const given = '={{ $json.value }}';

function placesOf(screen: NodeScreen, operation: AnyOperationScreen): readonly Place[] {
	const { properties, kinds } = parametersOf(screen, operation);
	const kindOf = ({ name }: INodeProperties) => kinds.get(name) ?? 'text';
	const required = Object.fromEntries(
		properties.filter((each) => each.required).map((each) => [each.name, valueOf(each, 'id')]),
	);
	return properties.flatMap((property): readonly Place[] => {
		const base = { ...required, ...shownBy(property) };
		const { name } = property;
		if (property.type === 'collection') {
			return (property.options as INodeProperties[]).flatMap((option) =>
				placesIn(option).map(({ value, ...place }) => ({
					...place,
					parameters: { ...base, ...shownBy(option), [name]: { [option.name]: value } },
				})),
			);
		}
		return placesIn(property).map(({ value, ...place }) => ({
			...place,
			parameters: { ...base, [name]: value },
		}));
	});

	/** The value of a parameter with the expression in it, in each of its members where it is a list. */
	function placesIn(property: INodeProperties) {
		if (property.type !== 'fixedCollection') {
			const { displayName: label } = property;
			return [{ label, kind: kindOf(property), value: valueOf(property) }];
		}
		const [of] = property.options as [INodePropertyCollection];
		return of.values.map((member) => ({
			label: `${of.displayName} 1: ${member.displayName}`,
			kind: kindOf(member),
			value: { [of.name]: [{ ...shownBy(member), [member.name]: given }] },
		}));
	}
}

/** As it stands in the panel; a choice or a number keeps its default where it is not the one under test. */
function valueOf({ type, default: initial }: INodeProperties, value = given) {
	if (type === 'resourceLocator') return { __rl: true, mode: 'id', value };
	return value === given || initial === '' ? value : (initial as string);
}

/** The parameters with which this one is shown. */
function shownBy({ displayOptions }: INodeProperties): INodeParameters {
	const show = Object.entries(displayOptions?.show ?? {});
	return Object.fromEntries(
		show.map(([name, values]) => [name.replace('/', ''), values?.[0]]),
	) as INodeParameters;
}

const nothings: readonly unknown[] = [undefined, null, '', ' ', {}, []];
const wrongs: Readonly<Record<Kind, readonly unknown[]>> = {
	text: [true, { id: 1 }, ['a']],
	texts: [true, [{ id: 1 }], ['a', null, 'b'], 'a, , b'],
	file: [true, 1, { id: 1 }],
	truth: ['yes', 1, 0, '1', [true], { id: 1 }],
	number: ['two', true, [1], { id: 1 }],
	moment: [true, { id: 1 }, ['2027-01-01']],
	object: [true, 1, [1]],
};

/** An object without a member is one, such as rules that leave nothing out. */
const isValueOf = (kind: Kind, value: unknown) =>
	kind === 'object' && JSON.stringify(value) === '{}';

test.each(operations)('%s refuses what gives nothing, or another type', async (_name, each) => {
	const { node, screen, operation } = each;
	const places = placesOf(screen, operation);
	for (const { label, kind, parameters } of places) {
		const values = [...nothings, ...wrongs[kind]].filter((value) => !isValueOf(kind, value));
		const items: GivenItem[] = values.map((value) => ({ json: { value } as IDataObject }));
		const address = { baseUrl: server.url, storageUrl: server.url, exchangeUrl: server.url };
		const { resource, operation: named } = operation;
		const { items: outputs } = await runNode({
			node,
			parameters: { ...parameters, resource, operation: named },
			items,
			credential: { apiKey: 'key', logKey: 'key', ...address },
			onError: 'continueRegularOutput',
		});
		const told = outputs.map(({ json, pairedItem }) => [json.error ?? json, pairedItem]);
		expect([label, told]).toEqual([
			label,
			values.map((_value, item) => [expect.stringContaining(`'${label}' `), { item }]),
		]);
	}
	expect(server.received).toEqual([]);
});

const transfer = {
	resource: 'asset',
	operation: 'transfer',
	assetId: { __rl: true, mode: 'id', value: 'id' },
	recipientEmail: 'a@b.test',
	amount: 1,
};

const locator = { type: 'resourceLocator', default: '' } as INodeProperties;

const runTransfer = (parameters: INodeParameters, value: unknown, isTool?: true) =>
	runNode({
		node: new Tracker(),
		parameters: { ...transfer, ...parameters },
		items: [{ json: { value } as IDataObject }],
		credential: { apiKey: 'key', baseUrl: server.url, trackerProductId: 'product' },
		...(isTool && { isTool }),
	});

test('an option that was added and left empty is refused, and says what to do', async () => {
	const senderEntityId = { __rl: true, mode: 'list', value: '' };
	const { error } = await runTransfer({ options: { senderEntityId } }, 0);
	expect(error?.message).toBe('\'Sender Entity\' is empty ("")');
	expect(error?.description).toBe(
		"Nothing was sent. Give in 'Sender Entity' a text, or remove it; if it is an expression, check what it gives for item 0.",
	);
	expect(error?.context.itemIndex).toBe(0);
	expect(server.received).toEqual([]);
});

test('an agent is told what to give, because it is shown the message alone', async () => {
	const { error } = await runTransfer({ options: { senderEntityId: valueOf(locator) } }, '', true);
	expect(error?.message).toBe(
		`'Sender Entity' is empty (""). Nothing was sent. Give in 'Sender Entity' a text.`,
	);
	server.answer = (_request, response) =>
		json(response, 404, { errorCode: 'Factory_FactoryNotFound', arguments: ['Energy'] });
	const refused = await runTransfer({}, 0, true);
	expect(refused.error?.message).toBe(
		`There is no asset 'Energy' in this product. ${errors.Factory_FactoryNotFound.change}`,
	);
});

test('what was not added has its default, and text that is true or false is one', async () => {
	server.answer = (_request, response) => json(response, 200, []);
	const list = { resource: 'asset', operation: 'getAll' };
	await runTransfer({ ...list, options: { isDeleted: given } }, 'true');
	await runTransfer({ ...list, returnAll: given }, 'false');
	const [deleted, some] = server.received.map(({ url }) => new URL(url, server.url).searchParams);
	expect([deleted?.get('isDeleted'), deleted?.get('limit')]).toEqual(['true', '51']);
	expect([some?.has('isDeleted'), some?.get('limit')]).toEqual([false, '51']);
});

test('a file that n8n has pruned is named, with its item and the likely reason', async () => {
	const removed: Partial<INodeType> = new Storage();
	const run = removed.execute;
	const node = Object.assign(removed, {
		async execute(this: IExecuteFunctions) {
			fs.rmSync(path.join(n8nFolder, '.n8n/storage'), { recursive: true });
			return await run?.call(this);
		},
	}) as INodeType;
	const file = { bytes: Buffer.from('Text\n'), fileName: 'lease.txt' };
	const { error } = await runNode({
		node,
		parameters: { resource: 'file', operation: 'upload' },
		items: [{ files: { data: file } }],
		credential: { apiKey: 'key', storageUrl: server.url },
	});
	expect(error?.message).toBe(
		"n8n no longer has 'lease.txt', the file in input field 'data' of item 0",
	);
	expect(error?.description).toContain('n8n deletes the files of executions that it prunes');
	expect(server.received).toEqual([]);
});
