/**
 * Carries intents out: takes what is due in a slot, makes the calls, finds out what became of
 * those in doubt, and writes that down together with taking the next. Every call to the tracker
 * that moves something is made here, and only for an intent that is durably SENDING.
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
import { nextDueAt, takeDue, type Claimed, type Taken } from './claims';
import { recordChanges, type Change, type StoredIntent } from '../store/intents';
import type { TreasuryParts } from '../setup/parts';

export interface Carried {
	/** When the slot has something to do next; null when it is empty. */
	readonly nextDueAt: number | null;
	/** How long the tracker asked to be left alone; 0 when it did not. */
	readonly pauseMs: number;
	/** Intents that changed. */
	readonly changed: number;
}

type Sender = { readonly kind: 'KEY'; readonly key: string } | NotSent;

export class Carrier {
	/** The tracker's ids of assets; a link is for good. */
	private readonly assetIds = new Map<string, string>();

	constructor(
		private readonly parts: TreasuryParts,
		/** Called with the ids of intents whose changes are durable. */
		private readonly onChanged: (intentIds: readonly string[]) => void,
	) {}

	/** Works on the slot until nothing in it is due. */
	async carry(slot: string): Promise<Carried> {
		let changed = 0;
		let batch = await this.turn(slot, []);
		let done: readonly Change[] = [];
		while (batch.anyDue || done.length > 0) {
			const { pauseMs, ...next } = await this.advance(slot, batch, done);
			({ batch, done } = next);
			changed += done.length;
			if (pauseMs === 0) continue;
			await this.record([...done, ...batch.claimed.map((claimed) => this.leaveForLater(claimed))]);
			return { nextDueAt: this.parts.clock.now() + pauseMs, pauseMs, changed };
		}
		return { nextDueAt: await nextDueAt(this.parts.database, slot), pauseMs: 0, changed };
	}

	/**
	 * Works on a batch, writes down what was done before it, and takes the next. Where calls of a
	 * slot may be side by side, commits are made while calls are under way.
	 */
	private async advance(slot: string, { claimed }: Taken, done: readonly Change[]) {
		if (needsExclusiveSlot(this.parts.settings)) {
			const { changes, pauseMs } = await this.work(claimed);
			return { batch: await this.turn(slot, changes), done: [], pauseMs };
		}
		const [{ changes, pauseMs }, batch] = await Promise.all([
			this.work(claimed),
			this.turnBeside(slot, done),
		]);
		return { batch, done: changes, pauseMs };
	}

	/** A turn beside calls that are asked for meanwhile. */
	private async turnBeside(slot: string, changes: readonly Change[]): Promise<Taken> {
		await letCallsGoOn();
		return this.turn(slot, changes, letCallsGoOn);
	}

	private leaveForLater({ intent }: Claimed): Change {
		const moment = this.moment();
		const step = putOff(intent, 'the tracker asks for a pause', moment);
		return { from: intent, step, at: moment.now };
	}

	/** Writes down what was done and takes the next, with one commit; `between` its parts. */
	private async turn(
		slot: string,
		changes: readonly Change[],
		between: () => Promise<void> = () => Promise.resolve(),
	) {
		const taken = await this.parts.database.transaction().execute(async (transaction) => {
			await recordChanges(this.parts, transaction, changes);
			await between();
			const next = await takeDue(this.parts, transaction, slot);
			await between();
			return next;
		});
		this.tell(changes);
		return taken;
	}

	private async record(changes: readonly Change[]): Promise<readonly StoredIntent[]> {
		const recorded = await this.parts.database
			.transaction()
			.execute((transaction) => recordChanges(this.parts, transaction, changes));
		this.tell(changes);
		return recorded;
	}

	private tell(changes: readonly Change[]): void {
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
				changes.push(this.leaveForLater({ intent, work }));
				continue;
			}
			const ready = await this.ready(intent);
			if ('step' in ready) {
				changes.push(ready);
				continue;
			}
			const answer = await this.call(ready);
			// The limit of a trader's own key is not ours.
			const isOwn = ready.leg !== 'PULL';
			if (answer.kind === 'UNKNOWN' && isOwn) pauseMs = answer.retryAfterMs ?? 0;
			const moment = this.moment();
			changes.push({ from: ready, step: answered(ready, answer, moment), at: moment.now });
		}
		return { changes, pauseMs };
	}

	/** The intent with the evidence its call needs, durable; or why the call is not made. */
	private async ready(intent: StoredIntent): Promise<StoredIntent | Change> {
		if (intent.sentAt !== null) return intent;
		const balance = await this.balance(this.parts.settings.escrow, intent.asset);
		const moment = this.moment();
		const changed = (step: Step): Change => ({ from: intent, step, at: moment.now });
		if (balance.kind !== 'READ') {
			return changed(notSent(intent, 'the balance before the call is not known', moment));
		}
		const change = changed({ intent: withEvidence(intent, balance.value, moment) });
		const [stored] = await this.record([change]);
		// Overtaken: the change is from a version that is gone, so it will not count either.
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
			// A worker that slept since its claim may have been given up by now.
			sendBefore: present(intent.sentAt, 'the time of a call') + settings.timeoutMs,
		});
	}

	private async resolve(intent: StoredIntent): Promise<Change> {
		const { settings } = this.parts;
		const parties = {
			sender: senderOf(settings, intent),
			recipient: recipientOf(settings, intent),
		};
		// Of before the reading: what is not there may have come while this process slept.
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
			// Thrown on, it would keep whatever else is in the slot from ever being sent.
			return { kind: 'NOT_SENT', cause: "the trader's key was sealed under another secret" };
		}
	}

	private moment(): Moment {
		return { now: this.parts.clock.now(), settings: this.parts.settings };
	}
}

/**
 * Answers are read and the next call leaves before this resolves. SQLite's statements keep the
 * process busy without a break, and undici looks at an idle connection for one turn of the event
 * loop before it writes.
 */
async function letCallsGoOn(): Promise<void> {
	await nextTurn();
	await nextTurn();
}
