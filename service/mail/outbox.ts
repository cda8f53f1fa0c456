/**
 * The transactional outbox. A mail is written in the transaction of what caused it, so it is
 * neither lost nor sent for something that never happened, and delivered afterwards as an `.eml`
 * file; a crash in between has it delivered at the next start. The file is named after the mail,
 * so that a second delivery replaces the first one.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { isoTime, newId, type Clock } from '../../server/clock';
import { soleSession, type ProcessSession } from '../../server/database/process-session';
import type { Database, Transaction } from '../database/database';

export interface Mail {
	readonly recipient: string;
	readonly subject: string;
	readonly text: string;
	readonly html: string;
}

interface WaitingMail {
	readonly sequence: number;
	readonly id: string;
	readonly recipient: string;
	readonly subject: string;
	readonly text_body: string;
	readonly html_body: string;
	readonly attempts: number;
	readonly created_at: string;
}

const roundMs = 5_000;
const sender = 'Sealkeeper <no-reply@sealkeeper.local>';

export class Outbox {
	private running: Promise<void> = Promise.resolve();
	private timer: NodeJS.Timeout | undefined;
	private readonly session: ProcessSession;
	private readonly composer = createTransport({ streamTransport: true, buffer: true });

	constructor(
		private readonly parts: {
			readonly database: Database;
			readonly clock: Clock;
			/** Where the `.eml` files go. */
			readonly folder: string;
			/** Told of a mail that could not be delivered; it stays in the outbox. */
			readonly onFault: (fault: unknown) => void;
			/** Without one this process has the database to itself. */
			readonly session?: ProcessSession;
		},
	) {
		this.session = parts.session ?? soleSession();
	}

	/** Puts a mail in the outbox, in the caller's transaction; call `wake` after the commit. */
	async add(transaction: Transaction, mail: Mail): Promise<void> {
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
				created_at: isoTime(this.parts.clock),
			})
			.execute();
	}

	/** Has the waiting mails delivered soon; returns at once. */
	wake(): void {
		this.running = this.running
			.then(() => this.session.turn('mail', () => this.deliverWaiting()))
			.catch((fault: unknown) => this.parts.onFault(fault));
	}

	/** Begins to look for mails that another process wrote and did not live to deliver. */
	start(): void {
		this.timer = setInterval(() => this.wake(), roundMs);
		this.wake();
	}

	async close(): Promise<void> {
		clearInterval(this.timer);
		await this.running;
	}

	/** Settles when everything woken so far was tried. */
	async idle(): Promise<void> {
		await this.running;
	}

	private async deliverWaiting(): Promise<void> {
		await fs.mkdir(this.parts.folder, { recursive: true, mode: 0o700 });
		const waiting = await this.parts.database
			.selectFrom('mails')
			.selectAll()
			.where('sent_at', 'is', null)
			.orderBy('sequence')
			.execute();
		for (const mail of waiting) await this.tryToDeliver(mail);
	}

	/** A mail that cannot be delivered waits for the next wake and holds up no other. */
	private async tryToDeliver(mail: WaitingMail): Promise<void> {
		try {
			await this.deliver(mail);
		} catch (fault) {
			await this.parts.database
				.updateTable('mails')
				.set({
					attempts: mail.attempts + 1,
					last_error: fault instanceof Error ? fault.message : String(fault),
				})
				.where('id', '=', mail.id)
				.execute();
			this.parts.onFault(fault);
		}
	}

	private async deliver(mail: WaitingMail): Promise<void> {
		const composed = await this.composer.sendMail({
			from: sender,
			to: { name: '', address: mail.recipient },
			subject: mail.subject,
			text: mail.text_body,
			html: mail.html_body,
			date: new Date(mail.created_at),
			messageId: `<${mail.id}@sealkeeper.local>`,
		});
		const order = String(mail.sequence).padStart(9, '0');
		const name = `${mail.created_at.replace(/[:.]/g, '-')}-${order}.eml`;
		const temporary = path.join(this.parts.folder, `.${name}`);
		await fs.writeFile(temporary, composed.message as Buffer, { mode: 0o600, flush: true });
		await fs.rename(temporary, path.join(this.parts.folder, name));
		await this.markSent(mail);
	}

	/** The bodies hold a signing link, so they are not kept longer than it takes to deliver. */
	private async markSent({ id, attempts }: WaitingMail): Promise<void> {
		await this.parts.database
			.updateTable('mails')
			.set({
				sent_at: isoTime(this.parts.clock),
				attempts: attempts + 1,
				last_error: null,
				text_body: '',
				html_body: '',
			})
			.where('id', '=', id)
			.execute();
	}
}
