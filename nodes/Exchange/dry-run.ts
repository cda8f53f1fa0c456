/**
 * Try first: what would come of an order or a cancellation, in the book as it is shown. That it would be
 * refused is an answer here as any other, so that a workflow can go on from it.
 */
import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { callForJson, type Call } from '../wire/call/call';
import type { Output } from '../wire/execute';
import { nodeError } from '../wire/failure';
import { refuseItem, type Item } from '../wire/values';
import type { WireValues } from '../wire/call/wire-values';
import { askedRecord, callOf } from './asking';

export async function dryOrder(item: Item, call: Call): Promise<readonly Output[]> {
	const { fund, ...values } = call.values;
	return refusalTold(item, async () => {
		const test = await askedRecord(item, callOf(call, 'testOrder', values));
		// What the tracker would have to add is not known to a dry run.
		const note = fund === true ? { notTried: 'Fund From Tracker' } : {};
		return [{ ...toldOf(test), ...note }];
	});
}

/** What is told of an order that would be taken. */
export function toldOf({ outcome, ...held }: IDataObject): IDataObject {
	const told = { dryRun: true, wouldBeRefused: false, ...held };
	return { ...told, ...(outcome as IDataObject | undefined) };
}

export async function dryCancel(
	item: Item,
	call: Call,
	values: WireValues,
): Promise<readonly Output[]> {
	return refusalTold(item, async () => {
		const listed = await callForJson(item.context, callOf(call, 'testCancel', values));
		if (!Array.isArray(listed)) {
			throw refuseItem(
				item,
				'The exchange answered with something other than a list',
				"Check 'Exchange Address' in the credential, and that the exchange is up to date.",
			);
		}
		return (listed as IDataObject[]).map(({ order, asset, amount }) => ({
			...{ dryRun: true, wouldBeRefused: false, wouldBeFree: amount, asset },
			...(order as IDataObject),
		}));
	});
}

/** What the exchange would refuse; that it cannot be asked at all, or not by this key, stays an error. */
async function refusalTold(
	item: Item,
	run: () => Promise<IDataObject[]>,
): Promise<readonly Output[]> {
	try {
		return (await run()).map((json) => ({ json }));
	} catch (error) {
		const json = refusalOf(error);
		if (json === undefined) throw nodeError(item, error);
		return [{ json }];
	}
}

/** What is told of an order that would be refused; nothing of an error that is none of an order. */
export function refusalOf(error: unknown): IDataObject | undefined {
	const isRefusal = error instanceof NodeApiError && told.test(String(error.context.errorCode));
	if (!isRefusal) return undefined;
	const { message, description, context } = error;
	const why = { errorCode: context.errorCode, message, change: description };
	return { dryRun: true, wouldBeRefused: true, ...why };
}

/** Codes that are about the order, and not about the caller. */
const told = /^(Exchange_|Request_Invalid$)/;
