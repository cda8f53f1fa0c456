/**
 * Brings home what lies on transit accounts that have done their work, and frees them when
 * nothing can reach them any more. A deposit that was given up and turns up here is its trader's.
 * Collecting may be done twice at once or end at any point: it moves money between own accounts.
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

/** Works on every collecting account once; those that cannot be read are left for next time. */
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
		// A call in doubt has begun a rest that a second one's answer must not take back.
		if (!(await bringHome(parts, collecting, { account, holding }))) return;
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

/** Answers whether the call was made and it is known what became of it. */
async function bringHome(
	parts: TreasuryParts,
	collecting: CollectingAccount,
	{ account, holding }: { readonly account: OwnAccount; readonly holding: Holding },
): Promise<boolean> {
	const { database, tracker, settings, newId, vault, clock } = parts;
	// Durable before the call: should this process end now, the account rests long enough.
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
