/**
 * Transfers what is left on used transit accounts to escrow, and frees accounts that no call can
 * reach any more. A deposit that was given up and arrives here belongs to its trader. Collecting
 * may run twice at once or stop at any point: it moves money between own accounts.
 */
import { arrivedLate } from '../state/intent';
import type { OwnAccount } from '../setup/settings';
import { assetLinks } from '../assets/asset-links';
import { findIntent, recordChanges } from '../store/intents';
import type { TreasuryParts } from '../setup/parts';
import {
	collectingAccounts,
	freeTransit,
	restAgain,
	restForCall,
	type CollectingAccount,
} from '../store/transit-accounts';

/** Handles every collecting account once; unreadable ones are left for next time. */
export async function collectTransit(parts: TreasuryParts): Promise<void> {
	for (const collecting of await collectingAccounts(parts.database)) {
		const account = parts.settings.transit.find(({ email }) => email === collecting.email);
		if (account !== undefined) await collect(parts, collecting, account);
	}
}

interface Holding {
	readonly asset: string;
	readonly assetId: string;
	readonly units: number;
}

async function collect(
	parts: TreasuryParts,
	collecting: CollectingAccount,
	account: OwnAccount,
): Promise<void> {
	const balances = await parts.tracker.balances(account.key);
	if (balances.kind !== 'READ') return;
	const links = await assetLinks(parts.database);
	const held = links.flatMap(({ asset, trackerAssetId: assetId }): Holding[] => {
		const units = Number(balances.value.get(assetId) ?? 0n);
		return units === 0 ? [] : [{ asset, assetId, units }];
	});
	await creditLate(parts, collecting, held);
	for (const holding of held) {
		// A call in doubt has extended the rest, which the answer of a second call must not shorten.
		if (!(await transferHome(parts, collecting, { account, holding }))) return;
	}
	const isOver = parts.clock.now() >= collecting.restUntil;
	if (held.length === 0 && isOver) await freeTransit(parts.database, collecting);
}

async function creditLate(
	parts: TreasuryParts,
	{ intentId }: CollectingAccount,
	held: readonly Holding[],
): Promise<void> {
	const from = intentId === null ? undefined : await findIntent(parts.database, intentId);
	if (from?.kind !== 'DEPOSIT' || from.state !== 'REFUSED') return;
	const arrived = held.find(({ asset }) => asset === from.asset)?.units ?? 0;
	if (arrived < from.units) return;
	const at = parts.clock.now();
	const step = arrivedLate(from, { now: at, settings: parts.settings });
	await parts.database
		.transaction()
		.execute((transaction) => recordChanges(parts, transaction, [{ from, step, at }]));
}

/** Returns true if the call was made and its outcome is known. */
async function transferHome(
	parts: TreasuryParts,
	collecting: CollectingAccount,
	{ account, holding }: { readonly account: OwnAccount; readonly holding: Holding },
): Promise<boolean> {
	const { database, tracker, settings, newId, vault, clock } = parts;
	// Stored before the call: if this process dies now, the account rests long enough.
	const begun = await restForCall(parts, database, collecting);
	if (begun === undefined) return false;
	const answer = await tracker.transfer({
		key: account.key,
		assetId: holding.assetId,
		senderEmail: account.email,
		recipientEmail: settings.escrow.email,
		units: holding.units,
		idempotencyKey: vault.idempotencyKey(`home ${newId()}`),
		sendBefore: clock.now() + settings.timeoutMs,
	});
	if (answer.kind === 'UNKNOWN' || answer.kind === 'DOUBTFUL') return false;
	await restAgain(database, collecting, begun);
	return true;
}
