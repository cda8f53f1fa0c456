/**
 * Carries intents out: claims the due intents of a slot, makes the calls, resolves those in doubt,
 * and records the results together with the next claims. Every call that moves something at the
 * tracker is made here, and only for an intent that is durably SENDING.
 */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { present } from '../../../server/at';
import type { NotSent, ReadAnswer, TransferAnswer } from '../../tracker/tracker';
import { verdictOf } from '../state/evidence';
import { callName, type Moment } from '../state/call';
import { answered, withEvidence, notSent, putOff, resolved, type Step } from '../state/intent';
import { needsExclusiveSlot, type OwnAccount } from '../setup/settings';
import { trackerAssetId } from '../assets/asset-links';
import { readBalance, readEvidence, transitAccount } from './evidence-reading';
import { recipientOf, senderOf } from './parties';
import { nextDueAt, claimDue, type Claimed, type ClaimedBatch } from './claims';
import { recordChanges, type Change, type StoredIntent } from '../store/intents';
import type { TreasuryParts } from '../setup/parts';
import { inSpan } from '../../../server/traces/spans';

export interface Carried {
	/** When the slot has work next; null: it is empty. */
	readonly nextDueAt: number | null;
	/** Pause that the tracker asked for; 0: none. */
	readonly pauseMs: number;
}

type Sender = { readonly kind: 'KEY'; readonly key: string } | NotSent;

export class Carrier {
	/** Cache of the tracker's asset ids; a link is permanent. */
	private readonly assetIds = new Map<string, string>();

	constructor(
		private readonly parts: TreasuryParts,
		/** Called with the ids of intents whose changes are durable. */
		private readonly onChanged: (intentIds: readonly string[]) => void,
	) {}

	/** Works on the slot until nothing is due, or the tracker asks for a pause. */
	async carry(slot: string): Promise<Carried> {
		let batch = await this.recordAndClaim(slot, []);
		let done: readonly Change[] = [];
		while (batch.anyDue || done.length > 0) {
			const { pauseMs, ...next } = await this.advance(slot, batch, done);
			({ batch, done } = next);
			if (pauseMs === 0) continue;
			await this.record([...done, ...batch.claimed.map((claimed) => this.postpone(claimed))]);
			return { nextDueAt: this.parts.clock.now() + pauseMs, pauseMs };
		}
		return { nextDueAt: await nextDueAt(this.parts.database, slot), pauseMs: 0 };
	}

	/**
	 * Makes the calls of a batch, records results and claims the next batch. If the calls of a slot
	 * are made one at a time, they come first, and one commit records their results. Otherwise one
	 * commit, which runs during the calls, records `done`, the results of the batch before; those of
	 * this batch are returned as the next `done`.
	 */
	private async advance(slot: string, { claimed }: ClaimedBatch, done: readonly Change[]) {
		if (needsExclusiveSlot(this.parts.settings)) {
			const { changes, pauseMs } = await this.work(claimed);
			return { batch: await this.recordAndClaim(slot, changes), done: [], pauseMs };
		}
		const [{ changes, pauseMs }, batch] = await Promise.all([
			this.work(claimed),
			this.recordAndClaimBesideCalls(slot, done),
		]);
		return { batch, done: changes, pauseMs };
	}

	/** The same commit, during calls: it lets the process serve them in between. */
	private async recordAndClaimBesideCalls(
		slot: string,
		changes: readonly Change[],
	): Promise<ClaimedBatch> {
		await yieldToCalls();
		return this.recordAndClaim(slot, changes, yieldToCalls);
	}

	private postpone({ intent }: Claimed): Change {
		const moment = this.moment();
		const step = putOff(intent, 'the tracker asks for a pause', moment);
		return { from: intent, step, at: moment.now };
	}

	/**
	 * Records results and claims the next intents in one transaction; `between` runs between its
	 * parts.
	 */
	private async recordAndClaim(
		slot: string,
		changes: readonly Change[],
		between: () => Promise<void> = () => Promise.resolve(),
	) {
		const claimed = await this.parts.database.transaction().execute(async (transaction) => {
			await recordChanges(this.parts, transaction, changes);
			await between();
			const next = await claimDue(this.parts, transaction, slot);
			await between();
			return next;
		});
		this.notify(changes);
		return claimed;
	}

	private async record(changes: readonly Change[]): Promise<readonly StoredIntent[]> {
		const recorded = await this.parts.database
			.transaction()
			.execute((transaction) => recordChanges(this.parts, transaction, changes));
		this.notify(changes);
		return recorded;
	}

	private notify(changes: readonly Change[]): void {
		if (changes.length > 0) this.onChanged(changes.map(({ from }) => from.id));
	}

	private async work(claimed: readonly Claimed[]) {
		const changes: Change[] = [];
		let pauseMs = 0;
		for (const { intent, work } of claimed) {
			if (work === 'RESOLVE') {
				changes.push(await this.resolve(intent));
				continue;
			}
			if (pauseMs > 0) {
				changes.push(this.postpone({ intent, work }));
				continue;
			}
			const ready = await this.withStoredEvidence(intent);
			if ('step' in ready) {
				changes.push(ready);
				continue;
			}
			const answer = await inSpan(transferOf(ready), () => this.call(ready));
			// A rate limit of a trader's key is not ours.
			const usesOurKey = ready.leg !== 'PULL';
			if (answer.kind === 'UNKNOWN' && usesOurKey) pauseMs = answer.retryAfterMs ?? 0;
			const moment = this.moment();
			changes.push({ from: ready, step: answered(ready, answer, moment), at: moment.now });
		}
		return { changes, pauseMs };
	}

	/**
	 * Returns the intent with the evidence its call needs, durably stored, or the change that says
	 * why no call is made.
	 */
	private async withStoredEvidence(intent: StoredIntent): Promise<StoredIntent | Change> {
		if (intent.sentAt !== null) return intent;
		const balance = await this.balance(this.parts.settings.escrow, intent.asset);
		const moment = this.moment();
		const changed = (step: Step): Change => ({ from: intent, step, at: moment.now });
		if (balance.kind !== 'READ') {
			return changed(notSent(intent, 'the balance before the call is not known', moment));
		}
		const change = changed({ intent: withEvidence(intent, balance.value, moment) });
		const [stored] = await this.record([change]);
		// If nothing was stored, another worker was faster; recording this change will do nothing,
		// because it is based on an old version.
		return stored ?? change;
	}

	private async call(intent: StoredIntent): Promise<TransferAnswer> {
		const { settings, tracker, vault } = this.parts;
		const sender = await this.sender(intent);
		if (sender.kind === 'NOT_SENT') return sender;
		const name = callName(intent);
		const assetId = await this.assetId(intent.asset);
		return tracker.transfer({
			key: sender.key,
			assetId,
			senderEmail: senderOf(settings, intent),
			recipientEmail: recipientOf(settings, intent),
			units: intent.units,
			idempotencyKey: vault.idempotencyKey(name),
			// A worker that was suspended since its claim may have lost the intent.
			sendBefore: present(intent.sentAt, 'the time of a call') + settings.timeoutMs,
		});
	}

	private async resolve(intent: StoredIntent): Promise<Change> {
		const { settings } = this.parts;
		const parties = {
			sender: senderOf(settings, intent),
			recipient: recipientOf(settings, intent),
		};
		// Taken before reading, because a transfer may arrive while this process is suspended.
		const moment = this.moment();
		const evidence = await readEvidence(this.parts, intent, await this.assetId(intent.asset));
		const verdict = verdictOf(intent, parties, evidence, moment);
		return { from: intent, step: resolved(intent, verdict, moment), at: moment.now };
	}

	private async balance(account: OwnAccount, asset: string): Promise<ReadAnswer<bigint>> {
		return readBalance(this.parts, account, await this.assetId(asset));
	}

	private async assetId(asset: string): Promise<string> {
		const known = this.assetIds.get(asset);
		if (known !== undefined) return known;
		const id = await trackerAssetId(this.parts.database, asset);
		this.assetIds.set(asset, id);
		return id;
	}

	private async sender(intent: StoredIntent): Promise<Sender> {
		const { settings } = this.parts;
		const { escrow } = settings;
		if (intent.leg === 'PULL') return this.keyOfTrader(intent);
		const isFromTransit = intent.leg === 'PAY' && intent.transitEmail !== null;
		return { kind: 'KEY', key: (isFromTransit ? transitAccount(settings, intent) : escrow).key };
	}

	private async keyOfTrader(intent: StoredIntent): Promise<Sender> {
		const row = await this.parts.database
			.selectFrom('sealed_keys')
			.select('sealed')
			.where('intent_id', '=', intent.id)
			.executeTakeFirst();
		if (row === undefined) return { kind: 'NOT_SENT', cause: 'the deposit has ended meanwhile' };
		try {
			return { kind: 'KEY', key: this.parts.vault.open(intent.id, row.sealed) };
		} catch {
			// An exception would stop all other calls of the slot.
			return { kind: 'NOT_SENT', cause: "the trader's key was sealed under another secret" };
		}
	}

	private moment(): Moment {
		return { now: this.parts.clock.now(), settings: this.parts.settings };
	}
}

/** Requests of several traders may ring for one job: the id leads from theirs to its calls. */
function transferOf({ id, leg, asset }: StoredIntent) {
	return {
		name: 'transfer',
		attributes: () => ({
			'sealkeeper.intent.id': id,
			'sealkeeper.leg': leg,
			'sealkeeper.asset': asset,
		}),
	};
}

/**
 * Lets the process read responses and send the next call. SQLite's statements keep the process busy
 * without a break, and undici checks an idle connection for one turn of the event loop before it
 * writes.
 */
async function yieldToCalls(): Promise<void> {
	await nextTurn();
	await nextTurn();
}
