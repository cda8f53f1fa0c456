/**
 * Calls that change something at the exchange. If no answer comes, the error says what may have
 * been done and how to find out. A refused amount gets the nearest valid ones.
 */
import { NodeApiError, sleep, type IDataObject } from 'n8n-workflow';
import type { Operation } from '../../api/types';
import { callForJson, type Call } from '../wire/call/call';
import { mayBeDone } from '../wire/call/call-error';
import { endpointOf } from '../wire/screen';
import { readText, refuseItem, type Item } from '../wire/item';
import type { WireValues } from '../wire/call/wire-values';
import { nearest } from './amounts';

/** A request with the id under which it is carried out once. */
export interface IdentifiedRequest {
	/** Such as 'order'. */
	readonly what: string;
	/** The field of the id on the wire, and its label. */
	readonly idField: string;
	readonly idLabel: string;
	readonly id: string;
	/** How to look up its result. */
	readonly look: string;
}

/** Another operation of the exchange, for the same item. */
export function callOf(call: Call, operation: Operation<'exchange'>, values: WireValues): Call {
	return { ...call, endpoint: endpointOf('exchange', operation), values };
}

export async function callForRecord(item: Item, call: Call): Promise<IDataObject> {
	return (await callForJson(item.context, call)) as IDataObject;
}

/** Returns the answer; throws an error that says so if none came. */
export async function answerOf(
	item: Item,
	call: Call,
	asked: IdentifiedRequest,
): Promise<IDataObject> {
	try {
		return await callForRecord(item, call);
	} catch (error) {
		throw explainedError(item, call, { error, asked });
	}
}

/** The error shown instead of an answer. */
export function explainedError(
	item: Item,
	call: Call,
	{ error, asked }: { readonly error: unknown; readonly asked: IdentifiedRequest },
): unknown {
	if (!(error instanceof NodeApiError)) return error;
	const failure = mayBeDone(error) ? inDoubt(item, error, asked) : withNearest(error, call);
	failure.context.known = { [asked.idField]: asked.id };
	return failure;
}

/** The error for a missing or useless answer: the request may have been carried out. */
export function inDoubt(
	item: Item,
	error: NodeApiError,
	{ what, idField, idLabel, id, look }: IdentifiedRequest,
) {
	const { context, itemIndex } = item;
	const failure = new NodeApiError(
		context.getNode(),
		{},
		{
			message: `The ${what} may have been taken: its answer did not come`,
			description: `${error.message}. Its ${idLabel} is ${id}. ${look} Tried again with the same ID, it is carried out once.`,
			itemIndex,
			...(error.httpCode === null ? {} : { httpCode: error.httpCode }),
		},
	);
	failure.context.mayBeDone = true;
	failure.context.known = { [idField]: id };
	return failure;
}

/**
 * A refused amount comes with the step of its market, from which the nearest valid amounts follow.
 */
function withNearest(error: NodeApiError, { values, labels = {} }: Call): NodeApiError {
	const refused = /^Field '(.+)' must be a multiple of the (?:tick|step) ([\d.]+) above 0/;
	const [, label, step] = refused.exec(error.message) ?? [];
	const [field] = Object.entries(labels).find(([, known]) => known === label) ?? [];
	if (field === undefined || step === undefined) return error;
	const fitting = nearest(String(values[field]), step);
	const words = fitting.length === 1 ? 'The least that fits is' : 'The nearest that fit are';
	error.description = `${words} ${fitting.join(' and ')}.`;
	return error;
}

/** The option Wait, in milliseconds. */
export function waitMsOf(item: Item): number {
	const text = readText(item, 'options.waitSeconds');
	const seconds = text === '' ? 60 : Number(text);
	if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
	throw refuseItem(
		item,
		`'Wait (Seconds)' is ${text}`,
		"Enter a number of 0 or more in 'Wait (Seconds)', or remove the option.",
	);
}

const firstPauseMs = 250;
const pauseMsMax = 5_000;

/**
 * Polls until it is done, the time is over or the execution is cancelled; returns the last record.
 */
export async function untilDone(
	item: Item,
	first: IDataObject,
	{
		isDone,
		again,
	}: {
		readonly isDone: (record: IDataObject) => boolean;
		readonly again: (record: IDataObject) => Promise<IDataObject>;
	},
): Promise<IDataObject> {
	const endsAtMs = performance.now() + waitMsOf(item);
	let record = first;
	for (let pauseMs = firstPauseMs; !isDone(record); pauseMs = Math.min(pauseMs * 2, pauseMsMax)) {
		const leftMs = endsAtMs - performance.now();
		if (leftMs <= 0 || item.context.getExecutionCancelSignal()?.aborted) return record;
		await sleep(Math.min(pauseMs, leftMs));
		record = await again(record);
	}
	return record;
}
