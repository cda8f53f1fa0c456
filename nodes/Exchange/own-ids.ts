/**
 * Derives client ids for orders, deposits and payouts that have none. n8n gives every execution a
 * random token, stores it with the execution's data, and starts a retry from that data. So Retry On
 * Fail, a resumed or repeated execution, and Retry in the list of executions all have the token of
 * the first try. Within an execution, node id, number of the run and item make ids unique. Runs are
 * counted here, because n8n counts a run that died.
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import { Blake2b256 } from '../../proof/blake2b';
import { utf8 } from '../../proof/bytes';
import { mayBeDone } from '../wire/call/call-error';
import { nodeError } from '../wire/failure';
import type { Item } from '../wire/item';

/** Data the node stores with its execution. */
interface NodeContextData {
	sealkeeperRun?: number;
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
export function derivedId(item: Item): string {
	const { id, name } = item.context.getNode();
	const run = contextDataOf(item.context).sealkeeperRun ?? 0;
	const named = JSON.stringify([executionToken(item), id || name, run, item.itemIndex]);
	const hash = new Blake2b256();
	hash.update(utf8(named));
	return `n8n-${hash.digestHex().slice(0, 32)}`;
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
	const next = (kept.sealkeeperRun ?? 0) + 1;
	try {
		const output = await run();
		kept.sealkeeperRun = next;
		return output;
	} catch (error) {
		if (context.getNode().type.endsWith('Tool') && !mayBeDone(error)) kept.sealkeeperRun = next;
		throw nodeError({ context, itemIndex: 0 }, error);
	}
}
