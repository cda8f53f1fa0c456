/**
 * Runs a node: finds the operation of each item, reads its values, makes the call and pairs what
 * comes back with the item. With Continue On Fail an item that was refused becomes an item that
 * says so, in the form n8n's error output recognises. Operations that do more than one call
 * bring their own `perform`.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, JsonValue } from 'n8n-workflow';
import { executeBulk, type BulkCode } from './bulk';
import { callForJson, type Call } from './call';
import { failedItem, nodeError } from './failure';
import { endpointOf, labelsOf, type AnyOperationScreen, type NodeScreen } from './screen';
import { readFlag, readText, readValues, refuseItem, type Item, type WireValues } from './values';

/** What an operation gives back: one or more items, not yet paired. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Code of one operation where reading the fields and making one call is not all of it. */
export interface OperationCode {
	/** Values of the fields the screen marks as `own`. */
	readonly values?: (item: Item) => Promise<WireValues>;
	/** The property of the reply whose entries are the records, where it is no list itself. */
	readonly recordsIn?: string;
	/** All items go in one call, which answers each by itself. */
	readonly bulk?: BulkCode;
	/** In place of making the call and giving its records. */
	readonly perform?: (item: Item, call: Call) => Promise<readonly Output[]>;
}

export interface NodeCode {
	readonly screen: NodeScreen;
	/** By `resource.operation`. */
	readonly operations: Readonly<Record<string, OperationCode>>;
}

/** The service's own limit of a page. */
const pageMax = 5000;

function recordsOf(item: Item, reply: JsonValue, recordsIn?: string): IDataObject[] {
	const within = recordsIn === undefined ? reply : entriesOf(reply, recordsIn);
	const records = Array.isArray(within) ? within : [within];
	return records.map((record) => {
		if (typeof record === 'object' && record !== null && !Array.isArray(record)) return record;
		throw refuseItem(
			item,
			'The service answered with something other than records',
			'Check the addresses in the credential, and that the service is up to date.',
		);
	});
}

function entriesOf(reply: JsonValue, name: string): JsonValue {
	const isRecord = typeof reply === 'object' && reply !== null && !Array.isArray(reply);
	return (isRecord ? reply[name] : undefined) ?? null;
}

/** Asks for pages until the limit is reached or a page comes back short. */
async function pages(item: Item, call: Call, recordsIn?: string): Promise<IDataObject[]> {
	const wanted = readFlag(item, 'returnAll') ? Infinity : readLimit(item);
	const records: IDataObject[] = [];
	for (;;) {
		const limit = Math.min(pageMax, wanted - records.length);
		const values = { ...call.values, limit, offset: records.length };
		const reply = await callForJson(item.context, { ...call, values });
		const page = recordsOf(item, reply, recordsIn);
		records.push(...page);
		if (page.length < limit || records.length >= wanted) return records;
	}
}

function readLimit(item: Item): number {
	const text = readText(item, 'limit');
	if (/^\d+$/.test(text) && Number(text) >= 1) return Number(text);
	throw refuseItem(
		item,
		`'Limit' is ${text === '' ? 'empty' : text}`,
		"Enter a whole number of 1 or more in 'Limit', or turn on 'Return All'.",
	);
}

async function performCall(
	item: Item,
	call: Call,
	{ recordsIn }: OperationCode,
): Promise<readonly Output[]> {
	const records =
		'limit' in call.endpoint.fields
			? await pages(item, call, recordsIn)
			: recordsOf(item, await callForJson(item.context, call), recordsIn);
	return records.map((json) => ({ json }));
}

function operationOf(item: Item, screen: NodeScreen): AnyOperationScreen {
	const resource = readText(item, 'resource');
	const operation = readText(item, 'operation');
	const found = screen.operations.find(
		(candidate) => candidate.resource === resource && candidate.operation === operation,
	);
	if (found !== undefined) return found;
	throw refuseItem(
		item,
		`There is no operation '${operation}' of the resource '${resource}'`,
		"Choose a resource and an operation from the lists 'Resource' and 'Operation'.",
	);
}

async function runItem(item: Item, node: NodeCode): Promise<INodeExecutionData[]> {
	const operation = operationOf(item, node.screen);
	const code = node.operations[`${operation.resource}.${operation.operation}`] ?? {};
	const values = await readValues(item, node.screen, operation);
	const own = (await code.values?.(item)) ?? {};
	const call: Call = {
		area: node.screen.area,
		endpoint: endpointOf(node.screen.area, operation.endpoint),
		values: { ...values, ...own },
		itemIndex: item.itemIndex,
		older: readText(item, 'options.pathShape') === 'older',
		labels: labelsOf(operation),
	};
	const outputs = await (code.perform?.(item, call) ?? performCall(item, call, code));
	return outputs.map((output) => ({ ...output, pairedItem: { item: item.itemIndex } }));
}

/** Resource and operation are the same for all items of a node. */
function bulkOf(context: IExecuteFunctions, { screen, operations }: NodeCode) {
	if (context.getInputData().length === 0) return undefined;
	const first = { context, itemIndex: 0 };
	const name = `${readText(first, 'resource')}.${readText(first, 'operation')}`;
	const bulk = operations[name]?.bulk;
	return bulk === undefined ? undefined : { screen, bulk, operation: operationOf(first, screen) };
}

/** `execute` of every node of the package. */
export async function executeItems(
	context: IExecuteFunctions,
	node: NodeCode,
): Promise<INodeExecutionData[][]> {
	const together = bulkOf(context, node);
	if (together !== undefined) return [await executeBulk(context, together)];
	const outputs: INodeExecutionData[] = [];
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const item = { context, itemIndex };
		try {
			outputs.push(...(await runItem(item, node)));
		} catch (error) {
			const known = nodeError(item, error);
			if (!context.continueOnFail()) throw known;
			outputs.push(failedItem(item, known));
		}
	}
	return [outputs];
}
