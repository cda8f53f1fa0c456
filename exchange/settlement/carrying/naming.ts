/**
 * Looks up the transaction ids of settled intents that have none: some time after they ended, when
 * the tracker's list is complete, and several times, because the list may be unreachable or show
 * two that fit. state/naming.ts decides which one it is.
 */
import { insertRows } from '../../../server/database/bulk';
import type { Database } from '../../database/database';
import { trackerAssetId } from '../assets/asset-links';
import { transactionOf } from '../state/naming';
import { readIntent, type StoredIntent } from '../store/intents';
import { newClaim, othersTransfers } from '../store/transfer-claims';
import type { TreasuryParts } from '../setup/parts';
import { ownAccounts } from '../setup/settings';
import { recipientOf, senderOf } from './parties';

/** Pauses between unsuccessful lookups; after the last, the intent stays without an id. */
const pausesMs = [60_000, 600_000, 3_600_000, 21_600_000, 86_400_000] as const;

/** Most lookups of one run. */
const lookedUpMax = 500;

interface Unnamed {
	readonly intent: StoredIntent;
	readonly looks: number;
}

/** Handles the due lookups; a list is read once for all intents it serves. */
export async function nameTransfers(parts: TreasuryParts): Promise<void> {
	const groups = new Map<string, Unnamed[]>();
	for (const unnamed of await dueUnnamed(parts)) {
		const { intent } = unnamed;
		const key = `${ownSide(parts, intent)} ${intent.asset}`;
		groups.set(key, [...(groups.get(key) ?? []), unnamed]);
	}
	for (const group of groups.values()) await nameGroup(parts, group);
}

async function dueUnnamed({ database, clock }: TreasuryParts): Promise<readonly Unnamed[]> {
	const rows = await database
		.selectFrom('unnamed_transfers')
		.innerJoin('intents', 'intents.id', 'unnamed_transfers.intent_id')
		.selectAll('intents')
		.select('looks')
		.where('look_at', '<=', BigInt(clock.now()))
		.orderBy('look_at')
		.limit(lookedUpMax)
		.execute();
	return rows.map((row) => ({ intent: withFinalLeg(readIntent(row)), looks: Number(row.looks) }));
}

/** A payout settled by a person may still have an earlier leg. */
function withFinalLeg(intent: StoredIntent): StoredIntent {
	return { ...intent, leg: intent.kind === 'DEPOSIT' ? 'PULL' : 'PAY' };
}

/** Our own account in the transfer. */
function ownSide({ settings }: TreasuryParts, intent: StoredIntent): string | null {
	return intent.kind === 'DEPOSIT' ? recipientOf(settings, intent) : senderOf(settings, intent);
}

async function nameGroup(parts: TreasuryParts, group: readonly Unnamed[]): Promise<void> {
	const [first] = group;
	if (first === undefined) return;
	const { asset } = first.intent;
	const email = ownSide(parts, first.intent);
	const account = ownAccounts(parts.settings).find((own) => own.email === email);
	const assetId = await trackerAssetId(parts.database, asset);
	const list =
		account === undefined
			? ({ kind: 'UNSUPPORTED' } as const)
			: await parts.tracker.transactions(account.key, assetId);
	for (const unnamed of group) {
		if (list.kind === 'UNSUPPORTED') await forget(parts.database, unnamed.intent.id);
		else await nameOne(parts, unnamed, list.kind === 'READ' ? list.value : []);
	}
}

async function nameOne(
	{ database, settings, clock }: TreasuryParts,
	{ intent, looks }: Unnamed,
	transactions: Parameters<typeof transactionOf>[2]['transactions'],
): Promise<void> {
	const parties = { sender: senderOf(settings, intent), recipient: recipientOf(settings, intent) };
	const fitting = transactions.filter(({ units }) => units === BigInt(intent.units));
	await database.transaction().execute(async (transaction) => {
		const ids = fitting.map(({ id }) => id);
		const claimedIds = await othersTransfers(transaction, intent, ids);
		const found = transactionOf(intent, parties, { transactions: fitting, claimedIds });
		if (found !== undefined && (await claim(transaction, intent, found))) {
			await transaction
				.updateTable('intents')
				.set({ transaction_id: found })
				.where('id', '=', intent.id)
				.where('transaction_id', 'is', null)
				.execute();
			return forget(transaction, intent.id);
		}
		const pauseMs = pausesMs[looks];
		if (pauseMs === undefined) return forget(transaction, intent.id);
		await transaction
			.updateTable('unnamed_transfers')
			.set({ look_at: clock.now() + pauseMs, looks: looks + 1 })
			.where('intent_id', '=', intent.id)
			.execute();
	});
}

/** Returns true if the transaction now belongs to this intent only. */
async function claim(
	transaction: Database,
	{ id, asset }: StoredIntent,
	transactionId: string,
): Promise<boolean> {
	await insertRows(transaction, newClaim, [[asset, transactionId, id]]);
	return (await othersTransfers(transaction, { id, asset }, [transactionId])).size === 0;
}

async function forget(database: Database, intentId: string): Promise<void> {
	await database.deleteFrom('unnamed_transfers').where('intent_id', '=', intentId).execute();
}
