/**
 * Deposits and payouts of the Exchange node: each is made once and awaited until its outcome is
 * known. Also reads the balances at the tracker.
 */
import type { IDataObject } from 'n8n-workflow';
import type { Call } from '../wire/call/call';
import type { OperationBehaviour, Output } from '../wire/execute';
import { readText, refuseItem, type Item } from '../wire/item';
import { checkAmount } from './amounts';
import { answerOf, callForRecord, callOf, untilDone } from './asking';
import { withTrackerKey } from './orders';
import { derivedId } from '../wire/once';

interface Transfer {
	readonly what: 'deposit' | 'payout';
	readonly idField: 'clientDepositId' | 'clientPayoutId';
	readonly idLabel: string;
	/** The operation and field to look it up. */
	readonly found: { readonly operation: 'getDeposit' | 'getPayout'; readonly by: string };
}

const deposit: Transfer = {
	what: 'deposit',
	idField: 'clientDepositId',
	idLabel: 'Client Deposit ID',
	found: { operation: 'getDeposit', by: 'depositId' },
};

const payout: Transfer = {
	what: 'payout',
	idField: 'clientPayoutId',
	idLabel: 'Client Payout ID',
	found: { operation: 'getPayout', by: 'payoutId' },
};

/** Final states, and those that wait for a person. */
const ends: ReadonlySet<unknown> = new Set([
	'SETTLED',
	'REFUSED',
	'HELD_FOR_REVIEW',
	'PENDING_APPROVAL',
]);

async function transferred(
	item: Item,
	given: Call,
	transfer: Transfer,
): Promise<readonly Output[]> {
	const { what, idField, idLabel, found } = transfer;
	checkHowMuch(item, given);
	const own = given.values[idField];
	const id = typeof own === 'string' ? own : derivedId(item);
	const values = { ...given.values, [idField]: id };
	const call = await withTrackerKeyOf(item, { ...given, values }, transfer);
	const look = `The list of ${what}s at the exchange tells whether it is there.`;
	const first = await answerOf(item, call, { what, idField, idLabel, id, look });
	const again = (record: IDataObject) => {
		const known = { [found.by]: String(record[found.by]) };
		return callForRecord(item, callOf(call, found.operation, known));
	};
	const isDone = ({ status }: IDataObject) => ends.has(status);
	return [{ json: await untilDone(item, first, { isDone, again }) }];
}

/** An empty amount must never mean everything. */
function checkHowMuch(item: Item, { values }: Call): void {
	if (typeof values.amount === 'string') checkAmount(item, 'Amount', values.amount);
	else if (readText(item, 'howMuch') !== 'everything') {
		throw refuseItem(
			item,
			"'Amount' is empty",
			"Enter a value in 'Amount'; if it is an expression, check what it gives for this item.",
		);
	}
}

function withTrackerKeyOf(item: Item, call: Call, { what }: Transfer): Promise<Call> {
	return what === 'deposit' ? withTrackerKey(item, call) : Promise.resolve(call);
}

async function trackerBalances(item: Item, call: Call): Promise<readonly Output[]> {
	const { balances } = await callForRecord(item, await withTrackerKey(item, call));
	return (balances as IDataObject[]).map((json) => ({ json }));
}

export const transferBehaviour: Readonly<Record<string, OperationBehaviour>> = {
	'account.getTrackerBalances': { perform: trackerBalances },
	'account.deposit': { perform: (item, call) => transferred(item, call, deposit) },
	'account.withdraw': { perform: (item, call) => transferred(item, call, payout) },
};
