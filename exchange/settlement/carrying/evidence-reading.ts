/**
 * Reads evidence about a call from the tracker: the list of transactions and the balances of own
 * accounts. state/evidence.ts judges it; the same reading serves the resolvers and a person who
 * reviews a transfer.
 */
import type { Database } from '../../database/database';
import type { ReadAnswer, TrackerTransaction } from '../../tracker/tracker';
import { clockSkewMs, verdictOf, type Evidence, type Parties } from '../state/evidence';
import type { Verdict } from '../state/intent';
import { trackerAssetId } from '../assets/asset-links';
import type { StoredIntent } from '../store/intents';
import { othersTransfers } from '../store/transfer-claims';
import type { TreasuryParts } from '../setup/parts';
import type { OwnAccount, SettlementSettings } from '../setup/settings';
import { recipientOf, senderOf } from './parties';

type ReadingParts = Pick<TreasuryParts, 'database' | 'settings' | 'tracker'>;

/** Reads what the configured resolvers need. */
export async function readEvidence(
	parts: ReadingParts,
	intent: StoredIntent,
	assetId: string,
): Promise<Evidence> {
	const { settings, tracker, database } = parts;
	const { escrow, resolvers } = settings;
	if (intent.transitEmail !== null) {
		return { balance: await readBalance(parts, transitAccount(settings, intent), assetId) };
	}
	return {
		...(resolvers.includes('transaction-list') &&
			(await byList(database, intent, await tracker.transactions(escrow.key, assetId)))),
		...(resolvers.includes('balance') && { balance: await readBalance(parts, escrow, assetId) }),
	};
}

export async function readBalance(
	{ tracker }: Pick<TreasuryParts, 'tracker'>,
	{ key }: OwnAccount,
	assetId: string,
): Promise<ReadAnswer<bigint>> {
	const balances = await tracker.balances(key);
	if (balances.kind !== 'READ') return balances;
	return { kind: 'READ', value: balances.value.get(assetId) ?? 0n };
}

export function transitAccount(
	{ transit }: Pick<SettlementSettings, 'transit'>,
	{ id, transitEmail }: StoredIntent,
): OwnAccount {
	const found = transit.find(({ email }) => email === transitEmail);
	if (found === undefined) {
		throw new Error(`${id} uses the transit account ${transitEmail}, which is not configured`);
	}
	return found;
}

/** The list, and what we know of transfers in it that could be the intent's. */
async function byList(
	database: Database,
	intent: StoredIntent,
	transactions: ReadAnswer<readonly TrackerTransaction[]>,
): Promise<Evidence> {
	const listed = transactions.kind === 'READ' ? transactions.value : [];
	const fitting = listed.filter(({ units }) => units === BigInt(intent.units));
	const ids = fitting.map(({ id }) => id);
	const claimedIds = await othersTransfers(database, intent, ids);
	return { transactions, claimedIds, hasUnnamed: await hasUnnamed(database, intent) };
}

/** True if another intent with the same units settled recently without a transaction id. */
async function hasUnnamed(database: Database, intent: StoredIntent): Promise<boolean> {
	const row = await database
		.selectFrom('intents')
		.select('id')
		.where('asset', '=', intent.asset)
		.where('transaction_id', 'is', null)
		.where('kind', '=', intent.kind)
		.where('units', '=', BigInt(intent.units))
		.where('state', '=', 'SETTLED')
		.where('ended_at', '>=', BigInt((intent.firstDoubtAt ?? 0) - 2 * clockSkewMs))
		.executeTakeFirst();
	return row !== undefined;
}

/** Evidence for a person's decision; undefined: the tracker did not tell. */
export interface Inspection {
	/** Milliseconds since 1970. */
	readonly at: number;
	readonly parties: Parties;
	/** Verdict of the resolvers; undefined: no call is in doubt. */
	readonly verdict: Verdict | undefined;
	/** Units the watched account holds now. */
	readonly held: bigint | undefined;
	/** Transactions of the same size, not older than the transfer. */
	readonly transactions: readonly InspectedTransaction[] | undefined;
}

export interface InspectedTransaction extends TrackerTransaction {
	/** True if it settled another transfer. */
	readonly isOfAnother: boolean;
}

/** Reads list and balance, whatever resolvers are configured. */
export async function inspectTransfer(
	parts: ReadingParts & Pick<TreasuryParts, 'clock'>,
	intent: StoredIntent,
): Promise<Inspection> {
	const { database, settings, tracker, clock } = parts;
	const at = clock.now();
	const parties = { sender: senderOf(settings, intent), recipient: recipientOf(settings, intent) };
	const assetId = await trackerAssetId(database, intent.asset);
	const isDirect = intent.transitEmail === null;
	const own = isDirect ? settings.escrow : transitAccount(settings, intent);
	const verdict =
		intent.lastDoubtAt === null || intent.endedAt !== null
			? undefined
			: verdictOf(intent, parties, await readEvidence(parts, intent, assetId), {
					now: at,
					settings,
				});
	const balance = await readBalance(parts, own, assetId);
	const list = await tracker.transactions(own.key, assetId);
	const { transactions, claimedIds } = await byList(database, intent, list);
	const fitting = transactions?.kind === 'READ' ? transactions.value : undefined;
	return {
		at,
		parties,
		verdict,
		held: balance.kind === 'READ' ? balance.value : undefined,
		transactions: fitting
			?.filter(({ units }) => units === BigInt(intent.units))
			.filter(({ time }) => time >= intent.createdAt - clockSkewMs)
			.map((each) => ({ ...each, isOfAnother: claimedIds?.has(each.id) === true })),
	};
}
