/**
 * What deposits and payouts have in common: how an amount is read, how a request waits for its
 * transfer, and how a transfer looks on the wire. A request is answered when its transfer has
 * ended, or after a few seconds with what is known so far; the same request again under the same
 * id never makes a second transfer.
 */
import type { Model } from '../../api/types';
import { present } from '../../server/at';
import { inParts } from '../../server/http/routing/lists';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import { formatDecimal } from '../trading/markets/decimal';
import { assetLink, assetLinks } from '../settlement/assets/asset-links';
import { orderOfReference } from '../settlement/store/funded-orders';
import type { StoredIntent } from '../settlement/store/intents';
import { findTransfer, readTransfers, type TransferOwner } from '../settlement/store/own-transfers';
import type { PlanningParts } from '../settlement/setup/parts';
import { clientIdOf, clientReference, type Requested } from '../settlement/store/requests';
import { isTrackerKey } from '../accounts/tracker-keys';
import { decimalField } from './amounts';
import { connected, type HandlerParts, type SettlementParts, type Trader } from './handler';

/** The amount of a request in smallest units of its asset. */
export async function amountOf(
	{ database }: PlanningParts,
	asset: string,
	text: string,
): Promise<bigint> {
	const link = await assetLink(database, asset);
	if (link === undefined) throw refuse('Exchange_AssetNotLinked', asset.slice(0, 100));
	return decimalField('amount', text, link.decimals);
}

/** What a request is found again by: the trader's own id, or one nobody else has. */
export function referenceOf({ newId }: PlanningParts, clientId: string | undefined): string {
	return clientId === undefined ? `own-${newId()}` : clientReference(clientId);
}

/** The trader's key at the tracker: the one sent as such, else theirs here where it is both. */
export async function trackerKeyOf(
	{ database }: PlanningParts,
	{ key }: Trader,
	sent: string | undefined,
): Promise<string | undefined> {
	if (sent !== undefined) return sent;
	return key !== undefined && (await isTrackerKey(database, key)) ? key : undefined;
}

/** The transfer when it has ended, else as it is after a few seconds. */
export async function outcomeOf(
	{ intents, onPlanned }: SettlementParts,
	{ intent, repeated }: Requested,
): Promise<StoredIntent> {
	if (!repeated) onPlanned(intent.slot);
	return intents.settled(intent.id);
}

/** 201 when it is done, 200 when it had been, 202 while what becomes of it is not known. */
export function transferStatus(intent: StoredIntent, repeated: boolean): 200 | 201 | 202 {
	if (intent.state !== 'SETTLED') return 202;
	return repeated ? 200 : 201;
}

export function depositRefused({ id, reason }: StoredIntent) {
	return refuse('Exchange_TransferRefused', 'deposit', id, reason ?? '');
}

/** How a transfer looks on the wire. */
export type RecordOf<Shown> = (intent: StoredIntent, decimals: number) => Shown;

export async function shown<Shown>(
	{ treasury }: SettlementParts,
	intent: StoredIntent,
	record: RecordOf<Shown>,
): Promise<Shown> {
	return record(intent, await decimalsOf(treasury, intent.asset));
}

/** What a trader asks for of their own transfers. */
interface AskedPage {
	readonly limit: number;
	readonly offset: number;
	readonly fromId?: string;
	readonly startTime?: number;
	readonly endTime?: number;
}

/** A trader's own transfers of a kind, the newest first. */
export async function listTransfers<Shown>(
	parts: Pick<HandlerParts, 'reader' | 'settlement'>,
	{ page, ...owner }: TransferOwner & { readonly page: AskedPage },
	record: RecordOf<Shown>,
): Promise<readonly Shown[]> {
	const settlement = connected(parts);
	const { fromId, ...range } = page;
	const from = fromId === undefined ? undefined : await found(settlement, { ...owner, id: fromId });
	const intents = await readTransfers(parts.reader, owner, { ...range, from });
	const decimals = await allDecimals(settlement.treasury.database);
	return inParts(intents, (intent) =>
		record(intent, present(decimals.get(intent.asset), 'the decimals of an asset')),
	);
}

/** One of them; refused where there is none. */
export async function getTransfer<Shown>(
	settlement: SettlementParts,
	key: TransferOwner & { readonly id: string },
	record: RecordOf<Shown>,
): Promise<Shown> {
	return shown(settlement, await found(settlement, key), record);
}

async function found(
	{ treasury }: SettlementParts,
	key: TransferOwner & { readonly id: string },
): Promise<StoredIntent> {
	const intent = await findTransfer(treasury.database, key);
	if (intent !== undefined) return intent;
	throw refuse('Exchange_IntentNotFound', key.kind.toLowerCase(), key.id);
}

export function depositRecord(intent: StoredIntent, decimals: number): Model<'Deposit'> {
	const clientDepositId = clientIdOf(intent.reference);
	const clientOrderId = orderOfReference(intent.reference);
	return {
		depositId: intent.id,
		...(clientDepositId !== undefined && { clientDepositId }),
		...(clientOrderId !== undefined && { clientOrderId }),
		...transferRecord(intent, decimals),
	};
}

export function payoutRecord(intent: StoredIntent, decimals: number): Model<'Payout'> {
	const clientPayoutId = clientIdOf(intent.reference);
	return {
		payoutId: intent.id,
		...(clientPayoutId !== undefined && { clientPayoutId }),
		...transferRecord(intent, decimals),
	};
}

function transferRecord(intent: StoredIntent, decimals: number) {
	const { asset, amount, state, reason, transactionId, createdAt, endedAt } = intent;
	return {
		asset,
		amount: formatDecimal(amount, decimals),
		status: state,
		...(reason !== null && { reason }),
		...(transactionId !== null && { trackerTransactionId: transactionId }),
		createdAt,
		...(endedAt !== null && { endedAt }),
	};
}

async function decimalsOf({ database }: PlanningParts, asset: string): Promise<number> {
	const link = await assetLink(database, asset);
	if (link === undefined) throw new Error(`${asset} was linked and is not any more`);
	return link.decimals;
}

/** Decimals of every linked asset by its code. */
export async function allDecimals(database: Database): Promise<ReadonlyMap<string, number>> {
	const links = await assetLinks(database);
	return new Map(links.map(({ asset, decimals }) => [asset, decimals]));
}
