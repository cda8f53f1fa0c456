/**
 * The transactional outbox. A mail is written in the transaction that causes it, so it is neither
 * lost nor sent for something that never happened; any process may deliver it afterwards. A failed
 * delivery is retried with growing pauses for three days; while the server is unreachable nothing
 * is tried and nothing given up. mail-rows.ts has rows and states.
 * A mail is sent twice only if the connection, the process or its database fails after the
 * server accepted it and before that was recorded. Both copies have the same Message-ID.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { isoTime, newId, randomShare, type Clock } from '../../server/clock';
import { comparableEmail } from '../../server/email-address';
import { soleSession, type ProcessSession } from '../../server/database/process-session';
import { pauseAfter, triedForMs } from '../../server/events/webhook/retrying';
import type { Database, Transaction } from '../database/database';
import { requireMailsAllowed, type AskedMails, type MailLimits } from './mail-limits';
import type { MailBrand } from './dressing';
import type { Carrier, Mail, DeliveryOutcome, WaitingMail } from './mail';
import {
	claimMail,
	isAnyDue,
	markRefused,
	markSent,
	markWaiting,
	releaseMails,
	type RowParts,
} from './mail-rows';

/** A mail about a contract that was delayed or refused. */
export interface Trouble {
	readonly kind: 'Delayed' | 'Refused';
	readonly contractId: string;
	readonly signerEmail: string | undefined;
	readonly recipient: string;
	readonly fault: string;
}

/** Listener for such mails. */
export interface Troubles {
	/** Called in the transaction that records the fault. */
	record(transaction: Transaction, trouble: Trouble): Promise<void>;
	/** Called after that transaction. */
	wake(): void;
}

export interface OutboxParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly carrier: Carrier;
	readonly mailLimits: MailLimits;
	/** Called with faults of delivery. */
	readonly onFault: (fault: unknown) => void;
	readonly troubles?: Troubles;
	/** Reads a stored object. */
	readonly readFile?: (objectId: string) => Promise<Buffer>;
	readonly brandOf?: (organisationId: string) => Promise<MailBrand>;
	/** Default: this is the only process. */
	readonly session?: ProcessSession;
	/** Deliveries under way at a stop are aborted after this. */
	readonly stopGraceMs?: number;
}

const roundMs = 1_000;

/** Maximum pause before an unreachable server is tried again. */
const unreachablePauseMsMax = 60_000;

const usualGraceMs = 5_000;

/** How long who tries waits. */
const tryTimeoutMs = 30_000;

export class Outbox {
	private readonly workers = new Set<Promise<void>>();
	private timer: NodeJS.Timeout | undefined;
	private maintaining: Promise<void> = Promise.resolve();
	private wakes = 0;
	private isClosed = false;
	/** The server's outage: its fault, the number of checks, and the time of the next check. */
	private outage:
		| { readonly fault: string; readonly looks: number; readonly until: number }
		| undefined;
	/** Outcomes that could not be written to the database yet. */
	private readonly unrecorded = new Map<WaitingMail, DeliveryOutcome>();
	private readonly rows: RowParts;

	constructor(private readonly parts: OutboxParts) {
		const { database, clock, session = soleSession() } = parts;
		this.rows = { database, clock, session };
	}

	/** Refuses mails that a request asks for beyond the limits of a day. */
	requireAllowed(transaction: Transaction, asked: AskedMails): Promise<void> {
		return requireMailsAllowed(transaction, this.parts, asked);
	}

	/** Puts a mail in the outbox, in the caller's transaction; call `wake` after the commit. */
	async add(transaction: Transaction, mail: Mail): Promise<void> {
		const now = isoTime(this.parts.clock);
		await transaction
			.insertInto('mails')
			.values({
				id: newId(this.parts.clock),
				recipient: mail.recipient,
				recipient_form: comparableEmail(mail.recipient),
				subject: mail.subject,
				text_body: mail.text,
				html_body: mail.html,
				sent_at: null,
				attempts: 0,
				last_error: null,
				created_at: now,
				next_at: now,
				organisation_id: mail.organisationId,
				contract_id: mail.contractId ?? null,
				signer_email: mail.signerEmail ?? null,
				attachment_id: mail.attachment?.objectId ?? null,
				attachment_name: mail.attachment?.fileName ?? null,
			})
			.execute();
	}

	/** State for the health check. A folder is tried at once, a server only after an outage. */
	async look(): Promise<Outbox['state']> {
		if (this.parts.carrier.name === 'folder') await this.checkCarrier();
		return this.state;
	}

	private get state(): 'smtp' | 'folder' | 'unreachable' {
		return this.outage === undefined ? this.parts.carrier.name : 'unreachable';
	}

	/** Starts delivery of due mails in the background. */
	wake(): void {
		this.wakes += 1;
		this.addWorker();
	}

	/** Starts the timer for retries and for mails of dead processes. */
	start(): void {
		this.timer = setInterval(() => this.maintain(), roundMs);
		// A folder is tried when health is asked; a server says at once whether its settings are right.
		const isServer = this.parts.carrier.name === 'smtp';
		const checked = isServer ? this.checkCarrier() : Promise.resolve();
		this.maintaining = checked.then(() => this.maintain());
	}

	/** Settles when all mails due now were tried. */
	async idle(): Promise<void> {
		await this.maintaining;
		while (this.workers.size > 0) await Promise.all(this.workers);
	}

	async close(): Promise<void> {
		this.isClosed = true;
		clearInterval(this.timer);
		const { carrier, stopGraceMs = usualGraceMs } = this.parts;
		const late = setTimeout(() => carrier.close(), stopGraceMs);
		await this.idle();
		clearTimeout(late);
		carrier.close();
	}

	/** Regular work beside new mails; faults are reported and retried. */
	private maintain(): void {
		this.maintaining = this.maintaining.then(async () => {
			try {
				await this.recordAgain();
				await releaseMails(this.rows);
				const { outage } = this;
				if (outage !== undefined && this.parts.clock.now() >= outage.until)
					await this.checkCarrier();
			} catch (fault) {
				this.parts.onFault(fault);
			}
			this.wake();
		});
	}

	/** Checks whether mails can be delivered now. */
	private async checkCarrier(): Promise<void> {
		const fault = await this.parts.carrier.fault();
		if (fault === undefined) this.outage = undefined;
		else this.noteOutage(fault);
	}

	private noteOutage(fault: string): void {
		const now = this.parts.clock.now();
		// Several mails that fail at the same time count as one check.
		if (this.outage !== undefined && now < this.outage.until) return;
		const looks = (this.outage?.looks ?? 0) + 1;
		const pauseMs = Math.min(pauseAfter(looks, randomShare()), unreachablePauseMsMax);
		this.outage = { fault, looks, until: now + pauseMs };
		this.parts.onFault(new Error(`no mail can be sent: ${fault}`));
	}

	private addWorker(): void {
		if (this.isClosed || this.workers.size >= this.parts.carrier.concurrency) return;
		const worker: Promise<void> = this.deliverDue()
			.catch((fault: unknown) => this.parts.onFault(fault))
			.finally(() => this.workers.delete(worker));
		this.workers.add(worker);
	}

	/**
	 * Delivers one mail after the other; each claimed mail starts another worker, in case there are
	 * more.
	 */
	private async deliverDue(): Promise<void> {
		let seen: number;
		do {
			seen = this.wakes;
			while (!this.isClosed && this.outage === undefined) {
				const mail = await claimMail(this.rows);
				if (mail === undefined && !(await isAnyDue(this.rows))) break;
				if (mail === undefined) continue;
				this.addWorker();
				await this.recordOutcome(mail, await this.carry(mail));
			}
		} while (seen !== this.wakes && !this.isClosed && this.outage === undefined);
	}

	/** If what goes with it cannot be read, the mail is tried later. */
	private async carry(mail: WaitingMail): Promise<DeliveryOutcome> {
		let ready: WaitingMail;
		try {
			ready = { ...mail, ...(await this.partsOf(mail)) };
		} catch (fault) {
			const reason = fault instanceof Error ? fault.message : String(fault);
			return { kind: 'later', fault: `what goes with it cannot be read: ${reason}` };
		}
		return this.parts.carrier.carry(ready);
	}

	private async partsOf({ organisationId, attachment }: WaitingMail) {
		const { readFile, brandOf } = this.parts;
		const brand = organisationId === undefined ? undefined : await brandOf?.(organisationId);
		if (attachment === undefined) return { brand };
		if (readFile === undefined) throw new Error('no reader of files is set');
		const { objectId, fileName } = attachment;
		return { brand, attached: { fileName, content: await readFile(objectId) } };
	}

	/**
	 * Hands a mail to the server at once, past the outbox: for who wants to know what it says. In a folder it would
	 * lie without a row, so it goes the usual way there.
	 */
	async try(mail: Mail): Promise<DeliveryOutcome | 'kept'> {
		const { carrier, clock, database } = this.parts;
		if (carrier.name === 'folder') {
			await database.transaction().execute((transaction) => this.add(transaction, mail));
			this.wake();
			return 'kept';
		}
		const createdAt = isoTime(clock);
		const waiting = { ...mail, id: newId(clock), sequence: 0, attempts: 1, createdAt };
		const late = {
			kind: 'later',
			fault: `no answer within ${tryTimeoutMs / 1000} seconds`,
		} as const;
		return Promise.race([this.carry(waiting), delay(tryTimeoutMs, late, { ref: false })]);
	}

	/**
	 * If the outcome cannot be written, it is kept and retried: an accepted mail must not be sent
	 * again.
	 */
	private async recordOutcome(mail: WaitingMail, outcome: DeliveryOutcome): Promise<void> {
		try {
			if (outcome.kind === 'taken') await markSent(this.parts.database, this.parts.clock, mail.id);
			else await this.recordFault(mail, outcome);
			this.unrecorded.delete(mail);
		} catch (fault) {
			this.unrecorded.set(mail, outcome);
			throw fault;
		}
	}

	private async recordAgain(): Promise<void> {
		for (const [mail, outcome] of this.unrecorded) await this.recordOutcome(mail, outcome);
	}

	private async recordFault(
		mail: WaitingMail,
		{ kind, fault }: Exclude<DeliveryOutcome, { readonly kind: 'taken' }>,
	): Promise<void> {
		const { database, clock, troubles, onFault } = this.parts;
		if (kind === 'unreachable') {
			this.noteOutage(fault);
			await this.putBack(database, { ...mail, attempts: mail.attempts - 1 }, fault, 0);
			return;
		}
		const isGivenUp = clock.now() - Date.parse(mail.createdAt) >= triedForMs;
		const isOver = kind === 'refused' || isGivenUp;
		await database.transaction().execute(async (transaction) => {
			if (isOver) {
				const isNew = await markRefused(transaction, clock, { id: mail.id, fault });
				if (isNew) await this.tell(transaction, 'Refused', mail, fault);
				return;
			}
			await this.putBack(transaction, mail, fault, pauseAfter(mail.attempts, randomShare()));
			if (mail.attempts === 1) await this.tell(transaction, 'Delayed', mail, fault);
		});
		troubles?.wake();
		const what = isOver ? 'was refused' : 'was not taken and is tried again';
		onFault(new Error(`mail ${mail.id} ${what}: ${fault}`));
	}

	private putBack(
		connection: Database | Transaction,
		{ id, attempts }: WaitingMail,
		fault: string,
		pauseMs: number,
	): Promise<void> {
		const nextAt = new Date(this.parts.clock.now() + pauseMs).toISOString();
		return markWaiting(connection, this.rows, { id, attempts, fault, nextAt });
	}

	private async tell(
		transaction: Transaction,
		kind: Trouble['kind'],
		{ contractId, signerEmail, recipient }: WaitingMail,
		fault: string,
	): Promise<void> {
		if (contractId === undefined) return;
		const trouble = { kind, contractId, signerEmail, recipient, fault };
		await this.parts.troubles?.record(transaction, trouble);
	}
}
