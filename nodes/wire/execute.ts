/**
 * Runs a node: finds each item's operation, reads its values, makes the call and pairs the results
 * with the item. With Continue On Fail a failed item becomes an output in the form of n8n's error
 * output. Operations with more than one call have their own `perform`.
 */
import { sleep, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { executeBulk, type BulkOptions } from './bulk';
import { callForJson, type Call } from './call/call';
import { allPages, recordsOf } from './pages';
import { failedItem, nodeError } from './failure';
import { outputRecord, recordFields, simpleRecordOf, simplified } from './output';
import { endpointOf, labelsOf, type AnyOperationScreen, type NodeScreen } from './screen';
import { readFlag, readText, refuseItem, type Item } from './item';
import { derivedKey, doneBefore, noteDone, noteRefusal } from './once';
import { readValues } from './values';
import type { WireValues } from './call/wire-values';

/** Outputs of an operation, not paired with the item yet. */
export type Output = Pick<INodeExecutionData, 'json' | 'binary'>;

/** What an operation does beyond reading fields and making one call. */
export interface OperationBehaviour {
	/** Values of the fields the screen marks as `own`. */
	readonly values?: (item: Item) => Promise<WireValues>;
	/** All items go into one call, which answers each separately. */
	readonly bulk?: BulkOptions;
	/** Replaces the default call. */
	readonly perform?: (item: Item, call: Call) => Promise<readonly Output[]>;
}

export interface NodeBehaviour {
	readonly screen: NodeScreen;
	/** By `resource.operation`. */
	readonly operations: Readonly<Record<string, OperationBehaviour>>;
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
	readonly code: OperationBehaviour;
	readonly call: Call;
}

/** Reads the operation and values of an item. */
export async function readItem(item: Item, node: NodeBehaviour): Promise<ReadItem> {
	const operation = operationOf(item, node.screen);
	const code = node.operations[`${operation.resource}.${operation.operation}`] ?? {};
	const values = await readValues(item, node.screen, operation);
	const own = (await code.values?.(item)) ?? {};
	const endpoint = endpointOf(node.screen.area, operation.endpoint);
	const call: Call = {
		area: node.screen.area,
		endpoint,
		values: { ...values, ...own, ...derivedKey(item, endpoint, values) },
		itemIndex: item.itemIndex,
		useOlderPath: readText(item, 'options.pathShape') === 'older',
		labels: labelsOf(operation),
	};
	return { operation, code, call };
}

/**
 * Reads an item during the call of the item before, so that calls follow closely and in order. Not
 * if the operation has values of its own, because they may take more than reading.
 */
function readAhead(item: Item, node: NodeBehaviour): Promise<ReadItem> | undefined {
	if (item.itemIndex >= item.context.getInputData().length) return undefined;
	const { values } = node.operations[nameOfOperation({ ...item, itemIndex: 0 })] ?? {};
	if (values !== undefined) return undefined;
	// sleep(0) lets the current call leave first.
	const reading = sleep(0).then(() => readItem(item, node));
	// A fault is reported when the item's turn comes; if an earlier item ends the run, never. Hence
	// the empty catch.
	reading.catch(() => undefined);
	return reading;
}

const nameOfOperation = (item: Item) =>
	`${readText(item, 'resource')}.${readText(item, 'operation')}`;

async function runItem(
	item: Item,
	node: NodeBehaviour,
	{ operation, code, call }: ReadItem,
): Promise<INodeExecutionData[]> {
	const outputs = await (code.perform?.(item, call) ?? performCall(item, call, operation));
	return shownOutputs(item, { outputs, node, operation }).map((output) => ({
		...output,
		pairedItem: { item: item.itemIndex },
	}));
}

interface OperationOutputs {
	readonly outputs: readonly Output[];
	readonly node: NodeBehaviour;
	readonly operation: AnyOperationScreen;
}

/** The outputs with n8n's field names and date format, simplified where the user wants it. */
export function shownOutputs(item: Item, given: OperationOutputs): readonly Output[] {
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
function bulkOf(context: IExecuteFunctions, { screen, operations }: NodeBehaviour) {
	if (context.getInputData().length === 0) return undefined;
	const first = { context, itemIndex: 0 };
	const bulk = operations[nameOfOperation(first)]?.bulk;
	return bulk === undefined ? undefined : { screen, bulk, operation: operationOf(first, screen) };
}

/** `execute` of every node of the package. */
export async function executeItems(
	context: IExecuteFunctions,
	node: NodeBehaviour,
): Promise<INodeExecutionData[][]> {
	const bulk = bulkOf(context, node);
	if (bulk !== undefined) return [await executeBulk(context, bulk)];
	const outputs: INodeExecutionData[] = [];
	let ahead: Promise<ReadItem> | undefined;
	for (let itemIndex = 0; itemIndex < context.getInputData().length; itemIndex++) {
		const item = { context, itemIndex };
		const reading = ahead;
		ahead = undefined;
		const done = doneBefore(item);
		if (done !== undefined) {
			outputs.push(...done);
			continue;
		}
		try {
			const read = await (reading ?? readItem(item, node));
			ahead = readAhead({ context, itemIndex: itemIndex + 1 }, node);
			const own = await runItem(item, node, read);
			noteDone(item, read.call.endpoint, own);
			outputs.push(...own);
		} catch (error) {
			noteRefusal(item, error);
			const known = nodeError(item, error);
			if (!context.continueOnFail()) throw known;
			outputs.push(failedItem(item, known));
		}
	}
	return [outputs];
}
