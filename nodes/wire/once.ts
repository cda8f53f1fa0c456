/**
 * What an item asks for is done once, however often n8n runs the node for it. n8n gives every
 * execution a random token, stores it with the execution's data, and starts a retry from that data.
 * So Retry On Fail, a resumed or repeated execution, and Retry in the list of executions all have the
 * token of the first try. Within an execution, node id, number of the run and item make ids unique.
 * Runs are counted here, because n8n counts a run that died.
 *
 *   the item's call in an earlier try    now
 *   has changed something                is not made again: its output is that of the earlier try
 *   has no answer                        is made again under the same id, where it has one
 *   was refused                          is made again: an order under the same id, an amount at the
 *                                        tracker, which keeps refusals by their key, under another
 */
import { NodeApiError, type IExecuteFunctions, type INodeExecutionData } from 'n8n-workflow';
import { Blake2b256 } from '../../proof/blake2b';
import { utf8 } from '../../proof/bytes';
import type { EndpointDescription } from '../../api/language/description';
import type { ErrorCode } from '../../api/errors';
import { mayBeDone } from './call/call-error';
import type { WireValues } from './call/wire-values';
import { asTold, isRefusedWith, nodeError } from './failure';
import { isTool, readText, type Item } from './item';
import type { ShownField } from './screen';

/** Data the node stores with its execution: the last two of the run under way, by item. */
interface NodeContextData {
	sealkeeperRun?: number;
	sealkeeperDone?: Record<string, INodeExecutionData[]>;
	sealkeeperRefused?: Record<string, number>;
}

/** n8n stores this with the execution across runs; a new execution begins empty. */
function contextDataOf(context: IExecuteFunctions): NodeContextData {
	return context.getContext('node');
}

/** Cache per run of a node: evaluating the token is slow, and all items have the same. */
const tokens = new WeakMap<IExecuteFunctions, string>();

/**
 * The token is the same in all tries of an execution. An n8n without such a token gives the
 * execution's id.
 */
function executionToken({ context, itemIndex }: Item): string {
	const known = tokens.get(context);
	if (known !== undefined) return known;
	const address = String(context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
	const token = /[?&]signature=([^&]+)/.exec(address)?.[1] ?? context.getExecutionId();
	tokens.set(context, token);
	return token;
}

/** An id of 36 characters that the exchange accepts as client id. */
export function derivedId(item: Item, ...more: readonly number[]): string {
	const { id, name } = item.context.getNode();
	const run = contextDataOf(item.context).sealkeeperRun ?? 0;
	const named = JSON.stringify([executionToken(item), id || name, run, item.itemIndex, ...more]);
	const hash = new Blake2b256();
	hash.update(utf8(named));
	return `n8n-${hash.digestHex().slice(0, 32)}`;
}

const keyField = 'idempotency-key';

/** How the key of an operation that creates something is shown. */
export const creationKey: ShownField = {
	as: 'option',
	label: 'Idempotency Key',
	name: 'idempotencyKey',
	placeholder: 'e.g. order-4711',
	description:
		'Any text that is the same whenever this very request is repeated. A repeated request answers with what the first one created; nothing is created or mailed twice. Without this option the key is derived from the execution and the item, so that Retry On Fail and Retry in the list of executions create nothing twice. Two equal items with the same key are carried out once.',
};

/** The Idempotency-Key of the item's call, where its endpoint takes one and the item gives none. */
export function derivedKey(
	item: Item,
	{ fields }: EndpointDescription,
	values: WireValues,
): WireValues {
	if (!(keyField in fields) || values[keyField] !== undefined) return {};
	const refused = refusalsOf(item);
	return { [keyField]: refused === 0 ? derivedId(item) : derivedId(item, refused) };
}

/** How often the item was refused in this run. */
export function refusalsOf({ context, itemIndex }: Item): number {
	return contextDataOf(context).sealkeeperRefused?.[itemIndex] ?? 0;
}

/** The earlier request under this key had other values, and may have been carried out. */
const keyReused: ErrorCode = 'Request_IdempotencyKeyReused';

/** Notes that nothing came of the item's call, where that is certain. */
export function noteRefusal({ context, itemIndex }: Item, error: unknown): void {
	const isCertain = error instanceof NodeApiError && !mayBeDone(error);
	if (!isCertain || isRefusedWith(keyReused, error)) return;
	const refused = (contextDataOf(context).sealkeeperRefused ??= {});
	refused[itemIndex] = (refused[itemIndex] ?? 0) + 1;
}

/** The outputs of the item, if an earlier try of this run has carried it out. */
export function doneBefore(item: Item): readonly INodeExecutionData[] | undefined {
	return contextDataOf(item.context).sealkeeperDone?.[nameOf(item)];
}

export function noteDone(
	item: Item,
	{ method }: EndpointDescription,
	outputs: readonly INodeExecutionData[],
): void {
	if (method === 'GET') return;
	const done = (contextDataOf(item.context).sealkeeperDone ??= {});
	done[nameOf(item)] = [...outputs];
}

/** A workflow may be changed before it is retried. */
function nameOf(item: Item): string {
	return [readText(item, 'resource'), readText(item, 'operation'), item.itemIndex].join(' ');
}

/**
 * Runs the node; a failed run is retried with the same ids. An agent that calls the node as a tool
 * gets new ids after a refusal, unless the outcome is unknown.
 */
export async function countedRun<Output>(
	context: IExecuteFunctions,
	run: () => Promise<Output>,
): Promise<Output> {
	const kept = contextDataOf(context);
	const endRun = () => {
		kept.sealkeeperRun = (kept.sealkeeperRun ?? 0) + 1;
		delete kept.sealkeeperDone;
		delete kept.sealkeeperRefused;
	};
	try {
		const output = await run();
		endRun();
		return output;
	} catch (error) {
		const node = context.getNode();
		if (isTool(node) && !mayBeDone(error)) endRun();
		throw asTold(node, nodeError({ context, itemIndex: 0 }, error));
	}
}
