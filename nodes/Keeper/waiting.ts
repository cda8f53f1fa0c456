/**
 * Waits for a comparison that runs asynchronously, because long ones exceed the timeout of a
 * request or a proxy. It polls the progress up to the limit of the option; an unfinished comparison
 * is output as it is. Cancelling the execution cancels the comparison.
 */
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { Operation } from '../../api/types';
import { callForJson, type Call } from '../wire/call/call';
import { withDiffFile } from '../wire/diff-file';
import type { Output } from '../wire/execute';
import { nodeError } from '../wire/failure';
import { endpointOf } from '../wire/screen';
import { readText, refuseItem, type Item } from '../wire/item';
import type { WireValues } from '../wire/call/wire-values';

/** Wait of one request; shorter than the timeout of proxies. */
const waitMsMax = 20_000;

export const waitSeconds: INodeProperties = {
	displayName: 'Wait (Seconds)',
	name: 'waitSeconds',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 600,
	description:
		'Whether to have a long comparison go on by itself, and how many seconds to wait for its end. One that takes longer is output as it is, with its ID and its progress, for Get Comparison. Without this option the request itself waits.',
};

/** `perform` of the operations that compare: the answer, with the report and the files beside it. */
export async function compare(item: Item, call: Call): Promise<readonly Output[]> {
	return [await withDiffFile(item, await comparedAnswer(item, call))];
}

/** The same for two files that are not kept, whose comparison is always waited for. */
export async function compareTwoFiles(item: Item, call: Call): Promise<readonly Output[]> {
	return [await withDiffFile(item, (await callForJson(item.context, call)) as IDataObject)];
}

/** Returns the result, or the record of the comparison if it took longer than the limit. */
async function comparedAnswer(item: Item, call: Call): Promise<IDataObject> {
	const limit = readText(item, 'options.waitSeconds');
	if (limit === '') return (await callForJson(item.context, call)) as IDataObject;
	const values = { ...call.values, prefer: 'respond-async' };
	const asked = (await callForJson(item.context, { ...call, values })) as IDataObject;
	if (!isComparison(asked)) return asked;
	const record = await untilEnd(item, call, { record: asked, limitMs: limitOf(item, limit) });
	return endOf(item, record);
}

function limitOf(item: Item, text: string): number {
	const seconds = Number(text);
	if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
	throw refuseItem(
		item,
		`'Wait (Seconds)' is ${text}`,
		"Enter a number of 0 or more in 'Wait (Seconds)', or remove the option.",
	);
}

/**
 * A service may also answer at once: for a new document, or if it is older and has no comparison
 * records.
 */
function isComparison(answer: IDataObject): boolean {
	return 'progress' in answer && 'status' in answer;
}

interface Waiting {
	readonly record: IDataObject;
	readonly limitMs: number;
}

async function untilEnd(item: Item, call: Call, waiting: Waiting): Promise<IDataObject> {
	try {
		return await pollUntilEnd(item, call, waiting);
	} catch (fault) {
		// n8n aborts the request in flight with the execution.
		if (item.context.getExecutionCancelSignal()?.aborted !== true) throw nodeError(item, fault);
		await ask(withoutCancel(item), call, 'cancelComparison', placeOf(waiting.record));
		throw refuseItem(item, 'The comparison was cancelled', 'The execution was ended.');
	}
}

/** An item whose calls n8n does not abort although the execution was cancelled. */
function withoutCancel({ context, itemIndex }: Item): Item {
	const lasting = Object.create(context, {
		getExecutionCancelSignal: { value: () => undefined },
	}) as Item['context'];
	return { context: lasting, itemIndex };
}

function placeOf({ fileId, id }: IDataObject) {
	return { fileId: String(fileId), comparisonId: String(id) };
}

async function pollUntilEnd(item: Item, call: Call, waiting: Waiting): Promise<IDataObject> {
	const { context } = item;
	const endsAtMs = performance.now() + waiting.limitMs;
	let { record } = waiting;
	const at = placeOf(record);
	for (;;) {
		const leftMs = Math.max(0, endsAtMs - performance.now());
		const waitMs = Math.round(Math.min(leftMs, waitMsMax));
		record = await ask(item, call, 'getComparison', { ...at, waitMs });
		if (hasEnded(record) || leftMs === 0) return record;
		const percent = Math.round(Number(record.progress) * 100);
		context.sendMessageToUI(`Comparing: ${percent} % done (${String(record.status)})`);
	}
}

function hasEnded({ status }: IDataObject): boolean {
	return status !== 'Queued' && status !== 'Running';
}

function endOf(item: Item, record: IDataObject): IDataObject {
	if (record.status === 'Failed') {
		throw refuseItem(item, String(record.errorMessage), `Code: ${String(record.errorCode)}`);
	}
	if (record.status === 'Cancelled') {
		throw refuseItem(
			item,
			'The comparison was cancelled',
			'Somebody cancelled it before it was done; run the node again to compare.',
		);
	}
	return (record.result as IDataObject | undefined) ?? record;
}

/** Calls another operation of the keeper for the same product. */
async function ask(
	item: Item,
	call: Call,
	operation: Operation<'keeper'>,
	values: WireValues,
): Promise<IDataObject> {
	const endpoint = endpointOf('keeper', operation);
	const { productId } = call.values;
	const asked = { ...call, endpoint, values: { ...values, productId } };
	return (await callForJson(item.context, asked)) as IDataObject;
}
