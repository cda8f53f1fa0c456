/**
 * Operations that send many items in one call: each item is one record of the call, and its result
 * becomes the item's output or error. Items that differ in a value that a call has only once, such
 * as the product, go into separate calls, as do items beyond a call's maximum.
 */
import type { IDataObject, IExecuteFunctions, INodeExecutionData, JsonValue } from 'n8n-workflow';
import { callForJson } from './call/call';
import { explain, refusalError } from './call/call-error';
import { nodeError } from './failure';
import { firstFailure, outputsOf, type Outcome } from './outcomes';
import { endpointOf, labelsOf, type AnyOperationScreen, type NodeScreen } from './screen';
import { refuseItem, type Item } from './item';
import { derivedKey, doneBefore, noteDone, noteRefusal, refusalsOf } from './once';
import { readRecord, readValues } from './values';
import type { WireValues } from './call/wire-values';

export interface BulkOptions {
	/** The field of a reply's record that has the outcome. */
	readonly resultIn: string;
}

interface BulkOperation {
	readonly screen: NodeScreen;
	readonly operation: AnyOperationScreen;
	readonly bulk: BulkOptions;
}

/** An item whose values are valid. */
interface Entry {
	readonly item: Item;
	readonly record: IDataObject;
	readonly values: WireValues;
}

/** Runs all items; without Continue On Fail, throws the first error after all calls were made. */
export async function executeBulk(
	context: IExecuteFunctions,
	bulk: BulkOperation,
): Promise<INodeExecutionData[]> {
	const items = context.getInputData().map((_item, itemIndex) => ({ context, itemIndex }));
	const outcomes = new Map<Item, Outcome>();
	const entries: Entry[] = [];
	for (const item of items) {
		const [done] = doneBefore(item) ?? [];
		if (done !== undefined) {
			outcomes.set(item, done);
			continue;
		}
		try {
			entries.push(await readEntry(item, bulk));
		} catch (error) {
			outcomes.set(item, nodeError(item, error));
		}
	}
	const unread = firstFailure(items, outcomes);
	if (unread !== undefined && !context.continueOnFail()) throw unread;
	for (const [at, call] of callsOf(entries, bulk).entries()) {
		const answered = await sendAll(call, bulk, at);
		for (const [index, entry] of call.entries()) {
			const { item } = entry;
			const outcome = answered[index] ?? nodeError(item, new Error('The item has no outcome'));
			note(entry, bulk, outcome);
			outcomes.set(item, outcome);
		}
	}
	return outputsOf(items, outcomes);
}

async function readEntry(item: Item, { screen, operation }: BulkOperation): Promise<Entry> {
	const values = await readValues(item, screen, operation);
	const record = await readRecord(item, screen, operation);
	return { item, record, values };
}

/** Under a key of the user's own, a repeated call has to be the same one. */
function note({ item, values }: Entry, { screen, operation }: BulkOperation, outcome: Outcome) {
	if (values['idempotency-key'] !== undefined) return;
	if (outcome instanceof Error) noteRefusal(item, outcome);
	else noteDone(item, endpointOf(screen.area, operation.endpoint), [outcome]);
}

/**
 * Groups items into calls, in order. Those that were refused before go by themselves, so that the
 * others have the call, and with it the key, that they had.
 */
function callsOf(entries: readonly Entry[], { screen, operation }: BulkOperation): Entry[][] {
	const [, { itemsMax }] = recordsField(screen, operation);
	const calls = new Map<string, Entry[][]>();
	for (const entry of entries) {
		const key = JSON.stringify([entry.values, refusalsOf(entry.item)]);
		const own = calls.get(key) ?? [];
		const last = own.at(-1);
		if (last !== undefined && last.length < itemsMax) last.push(entry);
		else own.push([entry]);
		calls.set(key, own);
	}
	return [...calls.values()].flat();
}

/** The endpoint's field with the list of records. */
export function recordsField(screen: NodeScreen, operation: AnyOperationScreen) {
	const { fields } = endpointOf(screen.area, operation.endpoint);
	for (const [name, field] of Object.entries(fields)) {
		if (field.type === 'object') return [name, field] as const;
	}
	throw new RangeError(`${operation.endpoint} takes no list of records`);
}

async function sendAll(
	entries: readonly Entry[],
	bulk: BulkOperation,
	at: number,
): Promise<readonly Outcome[]> {
	const { screen, operation } = bulk;
	const [first] = entries;
	if (first === undefined) return [];
	const [name] = recordsField(screen, operation);
	const endpoint = endpointOf(screen.area, operation.endpoint);
	const derived = derivedKey(first.item, endpoint, first.values);
	try {
		const reply = await callForJson(first.item.context, {
			area: screen.area,
			endpoint,
			values: { ...first.values, ...ownKey(first.values, at), ...derived },
			records: { [name]: entries.map(({ record }) => record) },
			itemIndex: first.item.itemIndex,
			labels: labelsOf(operation),
		});
		return entries.map((entry, index) =>
			outcomeOf(entry, bulk, Array.isArray(reply) ? reply[index] : undefined),
		);
	} catch (error) {
		return entries.map(({ item }) => nodeError(item, error));
	}
}

/** An Idempotency-Key serves one call; later calls get a key derived from it. */
function ownKey({ 'idempotency-key': key }: WireValues, at: number): WireValues {
	return typeof key === 'string' && at > 0 ? { 'idempotency-key': `${key} ${at + 1}` } : {};
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function outcomeOf(
	{ item }: Entry,
	{ operation, bulk }: BulkOperation,
	reply: JsonValue | undefined,
): Outcome {
	const result = isRecord(reply) ? reply[bulk.resultIn] : undefined;
	if (!isRecord(reply) || !isRecord(result)) {
		return refuseItem(
			item,
			'The service answered with something other than an outcome for each item',
			'Check the addresses in the credential, and that the service is up to date.',
		);
	}
	const status = Number(result.statusCode);
	if (status < 400) return { json: reply, pairedItem: { item: item.itemIndex } };
	const explanation = explain({
		status,
		body: JSON.stringify(result.error ?? {}),
		addressLabel: 'Base Address',
		codes: [],
		labels: labelsOf(operation),
	});
	return refusalError(item.context.getNode(), explanation, { itemIndex: item.itemIndex, status });
}
