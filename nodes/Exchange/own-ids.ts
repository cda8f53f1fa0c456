/**
 * The ids that orders, deposits and payouts are carried out once under, made where none is given. n8n hands
 * every execution a random token when its data is made, keeps it with that data, and starts a retry from
 * there: so Retry On Fail, a resumed execution, one that died and is run again, and Retry in the list of
 * executions all have the token of the first try, whatever their own id. Of one execution, a node's id, the
 * number of its run and the item tell the ids apart. Runs are counted here, since n8n counts one that died.
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import { Blake2b256 } from '../../proof/blake2b';
import { utf8 } from '../../proof/bytes';
import { mayBeDone } from '../wire/call/call-error';
import { nodeError } from '../wire/failure';
import type { Item } from '../wire/values';

/** What a node keeps within the data of its execution. */
interface Kept {
	sealkeeperRun?: number;
}

/** Beyond a single run, n8n keeps this with the execution; where the execution begins anew, it is empty. */
function keptOf(context: IExecuteFunctions): Kept {
	return context.getContext('node');
}

/** By the run of a node: to find it takes n8n a good part of the time of an order, and all items have the same. */
const tokens = new WeakMap<IExecuteFunctions, string>();

/** What stays the same through all tries of an execution. An n8n that has no such token gives its own id. */
function executionToken({ context, itemIndex }: Item): string {
	const known = tokens.get(context);
	if (known !== undefined) return known;
	const address = String(context.evaluateExpression('{{ $execution.resumeUrl }}', itemIndex));
	const token = /[?&]signature=([^&]+)/.exec(address)?.[1] ?? context.getExecutionId();
	tokens.set(context, token);
	return token;
}

/** 36 characters that the exchange takes for an own id. */
export function derivedId(item: Item): string {
	const { id, name } = item.context.getNode();
	const run = keptOf(item.context).sealkeeperRun ?? 0;
	const named = JSON.stringify([executionToken(item), id || name, run, item.itemIndex]);
	const hash = new Blake2b256();
	hash.update(utf8(named));
	return `n8n-${hash.digestHex().slice(0, 32)}`;
}

/**
 * Runs the node; a run that failed is tried again under the same ids. An agent that calls the node as its
 * tool asks for something else after a refusal, unless the outcome is not known.
 */
export async function countedRun<Output>(
	context: IExecuteFunctions,
	run: () => Promise<Output>,
): Promise<Output> {
	const kept = keptOf(context);
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
