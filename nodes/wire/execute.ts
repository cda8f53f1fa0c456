/**
 * Runs a node: finds the operation of each item, reads its values, makes the call and pairs what
 * comes back with the item. With Continue On Fail an item that was refused becomes an item that
 * says so, in the form n8n's error output recognises. Operations that do more than one call
 * bring their own `perform`.
 */
import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { executeBulk, type BulkCode } from './bulk';
import { callForJson, type Call } from './call/call';
import { allPages, recordsOf } from './pages';
import { failedItem, nodeError } from './failure';
import { outputRecord, recordFields, simpleRecordOf, simplified } from './output';
import { endpointOf, labelsOf, type AnyOperationScreen, type NodeScreen } from './screen';
import { readFlag, readText, readValues, refuseItem, type Item } from './values';
import type { WireValues } from './call/wire-values';

/** What an operation gives back: one or more items, not yet paired. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** Code of one operation where reading the fields and making one call is not all of it. */
export interface OperationCode {
	/** Values of the fields the screen marks as `own`. */
	readonly values?: (item: Item) => Promise<WireValues>;
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

async function performCall(
	item: Item,
	call: Call,
	{ fields, recordsIn }: AnyOperationScreen,
): Promise<readonly Output[]> {
	const records =
		fields.limit?.as === 'paging'
			? await allPages(item, call, recordsIn)
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

interface ReadItem {
	readonly operation: AnyOperationScreen;
	readonly code: OperationCode;
	readonly call: Call;
}

/** What an item asks for. */
export async function readItem(item: Item, node: NodeCode): Promise<ReadItem> {
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
	return { operation, code, call };
}

/**
 * Reads an item while the call of the one before is under way, so that the calls follow each other closely
 * and stay in their order. Code of the operation may do more than read, and waits for its turn.
 */
function readAhead(item: Item, node: NodeCode): Promise<ReadItem> | undefined {
	if (item.itemIndex >= item.context.getInputData().length) return undefined;
	const { values, perform } = node.operations[nameOfOperation({ ...item, itemIndex: 0 })] ?? {};
	if ((values ?? perform) !== undefined) return undefined;
	// The call goes out first.
	const reading = sleep(0).then(() => readItem(item, node));
	// What is wrong is told when its turn comes, which may be never.
	reading.catch(() => undefined);
	return reading;
}

const nameOfOperation = (item: Item) =>
	`${readText(item, 'resource')}.${readText(item, 'operation')}`;

async function runItem(
	item: Item,
	node: NodeCode,
	{ operation, code, call }: ReadItem,
): Promise<INodeExecutionData[]> {
	const outputs = await (code.perform?.(item, call) ?? performCall(item, call, operation));
	return shownOutputs(item, { outputs, node, operation }).map((output) => ({
		...output,
		pairedItem: { item: item.itemIndex },
	}));
}

interface Given {
	readonly outputs: readonly Output[];
	readonly node: NodeCode;
	readonly operation: AnyOperationScreen;
}

/** The outputs in the names and moments of n8n, simplified where the user wants it. */
export function shownOutputs(item: Item, given: Given): readonly Output[] {
	const { screen } = given.node;
	const { endpoint, recordsIn } = given.operation;
	const fields = recordFields(endpointOf(screen.area, endpoint), recordsIn);
	const simple = simpleRecordOf(screen, given.operation);
	const isSimple = simple !== undefined && readFlag(item, 'simplify');
	return given.outputs.map((output) => ({
		...output,
		json: isSimple ? simplified(output.json, fields, simple) : outputRecord(output.json, fields),
	}));
}

/** Resource and operation are the same for all items of a node. */
function bulkOf(context: IExecuteFunctions, { screen, operations }: NodeCode) {
	if (context.getInputData().length === 0) return undefined;
	const first = { context, itemIndex: 0 };
	const bulk = operations[nameOfOperation(first)]?.bulk;
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
	let ahead: Promise<ReadItem> | undefined;
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const item = { context, itemIndex };
		try {
			const reading = ahead ?? readItem(item, node);
			ahead = undefined;
			const read = await reading;
			ahead = readAhead({ context, itemIndex: itemIndex + 1 }, node);
			outputs.push(...(await runItem(item, node, read)));
		} catch (error) {
			const known = nodeError(item, error);
			if (!context.continueOnFail()) throw known;
			outputs.push(failedItem(item, known));
		}
	}
	return [outputs];
}
