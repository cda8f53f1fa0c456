/**
 * Dry runs of orders and cancellations, by the shown book. A refusal is a normal output, so that a
 * workflow can go on from it.
 */
import { NodeApiError, type IDataObject } from 'n8n-workflow';
import { callForJson, type Call } from '../wire/call/call';
import type { Output } from '../wire/execute';
import { nodeError } from '../wire/failure';
import { refuseItem, type Item } from '../wire/item';
import type { WireValues } from '../wire/call/wire-values';
import { callForRecord, callOf } from './asking';

export async function dryOrder(item: Item, call: Call): Promise<readonly Output[]> {
	return withRefusalOutput(item, async () => [
		testOutput(await callForRecord(item, callOf(call, 'testOrder', call.values))),
	]);
}

/** Output for an order that would be accepted. */
export function testOutput({ outcome, ...held }: IDataObject): IDataObject {
	const told = { dryRun: true, wouldBeRefused: false, ...held };
	return { ...told, ...(outcome as IDataObject | undefined) };
}

export async function dryCancel(
	item: Item,
	call: Call,
	values: WireValues,
): Promise<readonly Output[]> {
	return withRefusalOutput(item, async () => {
		const listed = await callForJson(item.context, callOf(call, 'testCancel', values));
		if (!Array.isArray(listed)) {
			throw refuseItem(
				item,
				'The exchange answered with something other than a list',
				"Check 'Exchange Address' in the credential, and that the exchange is up to date.",
			);
		}
		return (listed as IDataObject[]).map(({ order, asset, amount }) => ({
			dryRun: true,
			wouldBeRefused: false,
			wouldBeFree: amount,
			asset,
			...(order as IDataObject),
		}));
	});
}

/** Outputs refusals of the order; a call that fails, or a wrong key, stays an error. */
async function withRefusalOutput(
	item: Item,
	run: () => Promise<IDataObject[]>,
): Promise<readonly Output[]> {
	try {
		return (await run()).map((json) => ({ json }));
	} catch (error) {
		const json = refusalOutput(error);
		if (json === undefined) throw nodeError(item, error);
		return [{ json }];
	}
}

/** Output for an order that would be refused; undefined for other errors. */
export function refusalOutput(error: unknown): IDataObject | undefined {
	const isRefusal =
		error instanceof NodeApiError && orderCodes.test(String(error.context.errorCode));
	if (!isRefusal) return undefined;
	const { message, description, context } = error;
	const why = { errorCode: context.errorCode, message, change: description };
	return { dryRun: true, wouldBeRefused: true, ...why };
}

/** Codes that are about the order, not about the caller. */
const orderCodes = /^(Exchange_|Request_Invalid$)/;
