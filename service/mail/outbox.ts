/**
 * The transactional outbox. A mail is written in the transaction of what caused it, so it is neither lost
 * nor sent for something that never happened, and handed on afterwards by whichever process takes it in
 * hand. What is not taken is tried again after pauses that grow, for three days; while the server cannot
 * be reached nothing is tried and nothing given up. Rows and their states stand in mail-rows.ts.
 *
 * A mail leaves twice only where nobody could know that it had left: the connection, the process or its
 * database ended between the server's taking it and the note of it. Both then have the same Message-ID.
 */
import { isoTime, newId, randomShare, type Clock } from '../../server/clock';
import { soleSession, type ProcessSession } from '../../server/database/process-session';
import { pauseAfter, triedForMs } from '../../server/events/retrying';
import type { Database, Transaction } from '../database/database';
import type { Carrier, Mail, Outcome, WaitingMail } from './mail';
import {
	claimMail,
	isAnyDue,
	markRefused,
	markSent,
	markWaiting,
	releaseMails,
	type RowParts,
} from './mail-rows';

/** Of a mail about a contract: not taken at the first attempt, or given up. */
export interface Trouble {
	readonly kind: 'Delayed' | 'Refused';
	readonly contractId: string;
	readonly signerEmail: string | undefined;
	readonly recipient: string;
	readonly fault: string;
}

/** Who wants to know of it. */
export interface Troubles {
	/** In the transaction that notes it at the mail. */
	record(transaction: Transaction, trouble: Trouble): Promise<void>;
	/** After that transaction. */
	wake(): void;
}

export interface OutboxParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly carrier: Carrier;
	/** Told of what could not be handed on, and why. */
	readonly onFault: (fault: unknown) => void;
	readonly troubles?: Troubles;
	/** The whole of a stored object. */
	readonly readFile?: (objectId: string) => Promise<Buffer>;
	/** Without one this process has the database to itself. */
	readonly session?: ProcessSession;
	/** What is under way at a stop may take so long to end. */
	readonly stopGraceMs?: number;
}

const roundMs = 1_000;

/** A server that cannot be reached is asked again after at most this. */
const unreachablePauseMsMax = 60_000;

const usualGraceMs = 5_000;

export class Outbox {
	private readonly lanes = new Set<Promise<void>>();
	private timer: NodeJS.Timeout | undefined;
	private tending: Promise<void> = Promise.resolve();
	private wakes = 0;
	private isClosed = false;
	/** Why nothing can be handed on, since how many looks, and when it is looked at again. */
	private hindrance:
		| { readonly fault: string; readonly looks: number; readonly until: number }
		| undefined;
	/** What attempts came to that could not be noted. */
	private readonly unnoted = new Map<WaitingMail, Outcome>();
	private readonly rows: RowParts;

	constructor(private readonly parts: OutboxParts) {
		const { database, clock, session = soleSession() } = parts;
		this.rows = { database, clock, session };
	}

	/** Puts a mail in the outbox, in the caller's transaction; call `wake` after the commit. */
	async add(transaction: Transaction, mail: Mail): Promise<void> {
		const now = isoTime(this.parts.clock);
		await transaction
			.insertInto('mails')
			.values({
				id: newId(this.parts.clock),
				recipient: mail.recipient,
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

	/** One word on how mails leave. */
	get state(): 'smtp' | 'folder' | 'unreachable' {
		return this.hindrance === undefined ? this.parts.carrier.name : 'unreachable';
	}

	/** Has what is due handed on soon; returns at once. */
	wake(): void {
		this.wakes += 1;
		this.addLane();
	}

	/** Begins to look for what another process left, and for attempts whose time has come. */
	start(): void {
		this.timer = setInterval(() => this.tend(), roundMs);
		this.tending = this.look().then(() => this.tend());
	}

	/** Settles when everything that is due now was tried. */
	async idle(): Promise<void> {
		await this.tending;
		while (this.lanes.size > 0) await Promise.all(this.lanes);
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

	/** What is to be done beside new mails; what goes wrong is told and met again. */
	private tend(): void {
		this.tending = this.tending.then(async () => {
			try {
				await this.noteAgain();
				await releaseMails(this.rows);
				const { hindrance } = this;
				if (hindrance !== undefined && this.parts.clock.now() >= hindrance.until) await this.look();
			} catch (fault) {
				this.parts.onFault(fault);
			}
			this.wake();
		});
	}

	/** Whether mails can be handed on now. */
	private async look(): Promise<void> {
		const fault = await this.parts.carrier.fault();
		if (fault === undefined) this.hindrance = undefined;
		else this.hinder(fault);
	}

	private hinder(fault: string): void {
		const now = this.parts.clock.now();
		// Several mails that meet it at one moment are one look.
		if (this.hindrance !== undefined && now < this.hindrance.until) return;
		const looks = (this.hindrance?.looks ?? 0) + 1;
		const pauseMs = Math.min(pauseAfter(looks, randomShare()), unreachablePauseMsMax);
		this.hindrance = { fault, looks, until: now + pauseMs };
		this.parts.onFault(new Error(`no mail can be sent: ${fault}`));
	}

	private addLane(): void {
		if (this.isClosed || this.lanes.size >= this.parts.carrier.lanes) return;
		const lane: Promise<void> = this.carryDue()
			.catch((fault: unknown) => this.parts.onFault(fault))
			.finally(() => this.lanes.delete(lane));
		this.lanes.add(lane);
	}

	/** One mail after the other; beside each another lane looks whether there are more. */
	private async carryDue(): Promise<void> {
		let seen: number;
		do {
			seen = this.wakes;
			while (!this.isClosed && this.hindrance === undefined) {
				const mail = await claimMail(this.rows);
				if (mail === undefined && !(await isAnyDue(this.rows))) break;
				if (mail === undefined) continue;
				this.addLane();
				await this.note(mail, await this.carry(mail));
			}
		} while (seen !== this.wakes && !this.isClosed && this.hindrance === undefined);
	}

	/** A file that cannot be read now goes with a later attempt. */
	private async carry(mail: WaitingMail): Promise<Outcome> {
		const { carrier, readFile } = this.parts;
		if (mail.attachment === undefined) return carrier.carry(mail);
		const { objectId, fileName } = mail.attachment;
		let content: Buffer;
		try {
			if (readFile === undefined) throw new Error('there is nowhere to read files from');
			content = await readFile(objectId);
		} catch (fault) {
			const reason = fault instanceof Error ? fault.message : String(fault);
			return { kind: 'later', fault: `its file cannot be read: ${reason}` };
		}
		return carrier.carry({ ...mail, attached: { fileName, content } });
	}

	/** What cannot be noted is kept: a mail that was taken must not leave again. */
	private async note(mail: WaitingMail, outcome: Outcome): Promise<void> {
		try {
			if (outcome.kind === 'taken') await markSent(this.parts.database, this.parts.clock, mail.id);
			else await this.noteFault(mail, outcome);
			this.unnoted.delete(mail);
		} catch (fault) {
			this.unnoted.set(mail, outcome);
			throw fault;
		}
	}

	private async noteAgain(): Promise<void> {
		for (const [mail, outcome] of this.unnoted) await this.note(mail, outcome);
	}

	private async noteFault(
		mail: WaitingMail,
		{ kind, fault }: Exclude<Outcome, { readonly kind: 'taken' }>,
	): Promise<void> {
		const { database, clock, troubles, onFault } = this.parts;
		if (kind === 'unreachable') {
			this.hinder(fault);
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
