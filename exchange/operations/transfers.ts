/**
 * Common parts of deposits and payouts. A request is answered when its transfer has ended, or at
 * the timeout with what is known so far. A repeated request with the same id never makes a second
 * transfer.
 */
import type { Model } from '../../api/types';
import { present } from '../../server/at';
import { inParts } from '../../server/http/routing/lists';
import { refuse, type Refusal } from '../../server/refusal';
import type { Database } from '../database/database';
import { formatDecimal } from '../../server/decimal';
import { assetLink, assetLinks } from '../settlement/assets/asset-links';
import { depositKeyOf, forgetDepositKey } from '../settlement/store/deposit-keys';
import { orderOfReference } from '../settlement/store/funded-orders';
import type { StoredIntent } from '../settlement/store/intents';
import { findTransfer, readTransfers, type TransferOwner } from '../settlement/store/own-transfers';
import type { PlanningParts } from '../settlement/setup/parts';
import { clientIdOf, clientReference, type Requested } from '../settlement/store/requests';
import { isTrackerKey } from '../accounts/tracker-keys';
import { decimalField } from './amounts';
import { inTrace } from '../../server/traces/spans';
import { requireSettlement, type HandlerParts, type SettlementParts, type Trader } from './handler';

/** Parses an amount into smallest units of its asset. */
export async function amountOf(
	{ database }: PlanningParts,
	asset: string,
	text: string,
): Promise<bigint> {
	const link = await assetLink(database, asset);
	if (link === undefined) throw refuse('Exchange_AssetNotLinked', asset.slice(0, 100));
	return decimalField('amount', text, link.decimals);
}

/** Reference by which a repeated request is recognised: the trader's id, or a unique one. */
export function referenceOf({ newId }: PlanningParts, clientId: string | undefined): string {
	return clientId === undefined ? `own-${newId()}` : clientReference(clientId);
}

/** The trader's tracker key: the one sent as such, the one they allowed, else the API key if it is one too. */
export async function trackerKeyOf(
	{ database, vault }: PlanningParts,
	{ key, keyId }: Trader,
	sent: string | undefined,
): Promise<string | undefined> {
	if (sent !== undefined) return sent;
	const allowed = await depositKeyOf(database, vault, keyId);
	if (allowed !== undefined) return allowed;
	return key !== undefined && (await isTrackerKey(database, key)) ? key : undefined;
}

/** The tracker's word for a key that its owner revoked, or whose time is over. */
const keyEnded = /^Auth_Key(Invalid|Expired): /;

/** Forgets a deposit key that has ended, so that its trader is asked again; undefined if it was not that. */
export async function depositKeyEnded(
	{ database }: Pick<PlanningParts, 'database'>,
	{ keyId }: Trader,
	{ sent, said }: { readonly sent: string | undefined; readonly said: string },
): Promise<Refusal | undefined> {
	if (sent !== undefined || !keyEnded.test(said)) return undefined;
	return (await forgetDepositKey(database, keyId)) ? refuse('Exchange_DepositKeyEnded') : undefined;
}

/** Waits for the end of the transfer, at most a few seconds. */
export async function outcomeOf(
	{ intents, onPlanned }: SettlementParts,
	{ intent, repeated }: Requested,
): Promise<StoredIntent> {
	const attributes = () => ({ 'sealkeeper.intent.id': intent.id });
	return inTrace({ name: 'wait for transfer', attributes }, () => {
		if (!repeated) onPlanned(intent.slot);
		return intents.settled(intent.id);
	});
}

/** 201: done. 200: had been done by an earlier request. 202: outcome unknown yet. */
export function transferStatus(intent: StoredIntent, repeated: boolean): 200 | 201 | 202 {
	if (intent.state !== 'SETTLED') return 202;
	return repeated ? 200 : 201;
}

export async function depositRefused(
	{ treasury }: SettlementParts,
	trader: Trader,
	{ sent, intent }: { readonly sent: string | undefined; readonly intent: StoredIntent },
): Promise<Refusal> {
	const { id, reason } = intent;
	const said = reason ?? '';
	const ended = await depositKeyEnded(treasury, trader, { sent, said });
	return ended ?? refuse('Exchange_TransferRefused', 'deposit', id, said);
}

/** Converts a transfer to its form on the wire. */
export type RecordOf<Shown> = (intent: StoredIntent, decimals: number) => Shown;

export async function shown<Shown>(
	{ treasury }: SettlementParts,
	intent: StoredIntent,
	record: RecordOf<Shown>,
): Promise<Shown> {
	return record(intent, await decimalsOf(treasury, intent.asset));
}

interface TransferPage {
	readonly limit: number;
	readonly offset: number;
	readonly fromId?: string;
	readonly startTime?: number;
	readonly endTime?: number;
}

/** A trader's transfers of one kind, the newest first. */
export async function listTransfers<Shown>(
	parts: Pick<HandlerParts, 'reader' | 'settlement'>,
	{ page, ...owner }: TransferOwner & { readonly page: TransferPage },
	record: RecordOf<Shown>,
): Promise<readonly Shown[]> {
	const settlement = requireSettlement(parts);
	const { fromId, ...range } = page;
	const from = fromId === undefined ? undefined : await found(settlement, { ...owner, id: fromId });
	const intents = await readTransfers(parts.reader, owner, { ...range, from });
	const decimals = await allDecimals(settlement.treasury.database);
	return inParts(intents, (intent) =>
		record(intent, present(decimals.get(intent.asset), 'the decimals of an asset')),
	);
}

/** One transfer; refused if there is none. */
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
