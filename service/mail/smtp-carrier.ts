/**
 * Delivers mails to an SMTP server over pooled connections. smtp-answers.ts interprets faults;
 * their texts are short and never contain the password.
 */
import type { ConnectionOptions } from 'node:tls';
import { createTransport } from 'nodemailer';
import { composed, type Sender } from './composing';
import type { Carrier, DeliveryOutcome, WaitingMail } from './mail';
import { meaningOf, type SmtpFault } from './smtp-answers';
import type { SmtpSettings } from './smtp-settings';
import { inOwnTrace } from '../../server/traces/spans';

const faultLengthMax = 500;
const connectTimeoutMs = 20_000;

/** A server may check a mail for long before it answers. */
const answerTimeoutMs = 120_000;
const mailTimeoutMs = 600_000;

/** Shorter than servers keep an idle connection. */
const idleTimeoutMs = 10_000;

const stopped = 'the service was stopped before an answer';

export interface SmtpOptions {
	readonly smtp: SmtpSettings;
	readonly sender: Sender;
	/** Certificate authorities besides those of Node.js. */
	readonly tls?: Pick<ConnectionOptions, 'ca'>;
	readonly answerTimeoutMs?: number;
}

export class SmtpCarrier implements Carrier {
	readonly name = 'smtp';
	readonly concurrency = 5;
	private readonly transport;
	private asked: Promise<string | undefined> | undefined;
	private readonly closing = Promise.withResolvers<string>();
	private isClosed = false;

	constructor(private readonly options: SmtpOptions) {
		const { host, port, isTls, demandsTls, user, password } = options.smtp;
		this.transport = createTransport({
			pool: true,
			host,
			port,
			secure: isTls,
			requireTLS: demandsTls,
			tls: options.tls,
			...(user !== undefined && { auth: { user, pass: password ?? '' } }),
			maxConnections: this.concurrency,
			// nodemailer itself repeats only mails of which it has sent no byte.
			maxRequeues: 1,
			idleTimeout: idleTimeoutMs,
			connectionTimeout: connectTimeoutMs,
			greetingTimeout: connectTimeoutMs,
			socketTimeout: options.answerTimeoutMs ?? answerTimeoutMs,
		});
	}

	async carry(mail: WaitingMail): Promise<DeliveryOutcome> {
		const { host, port } = this.options.smtp;
		const attributes = () => ({ 'server.address': host, 'server.port': port });
		try {
			const signal = AbortSignal.timeout(mailTimeoutMs);
			const composedMail = { ...composed(mail, this.options.sender), signal };
			const { response } = await inOwnTrace({ name: 'SMTP', kind: 'CLIENT', attributes }, () =>
				this.transport.sendMail(composedMail),
			);
			return { kind: 'taken', answer: this.shortened(response) };
		} catch (fault) {
			return this.outcomeOf(fault);
		}
	}

	/** Concurrent calls share one check. */
	fault(): Promise<string | undefined> {
		this.asked ??= Promise.race([this.look(), this.closing.promise]).finally(() => {
			this.asked = undefined;
		});
		return this.asked;
	}

	close(): void {
		this.isClosed = true;
		this.closing.resolve(stopped);
		this.transport.close({ force: true });
	}

	private async look(): Promise<string | undefined> {
		try {
			await this.transport.verify();
			return undefined;
		} catch (fault) {
			return this.textOf(fault);
		}
	}

	private async outcomeOf(fault: unknown): Promise<DeliveryOutcome> {
		const text = this.textOf(fault);
		const meaning = meaningOf(fault as SmtpFault);
		if (meaning !== 'unanswered') return { kind: meaning, fault: text };
		if (this.isClosed) return { kind: 'later', fault: stopped };
		const reason = await this.fault();
		return reason === undefined
			? { kind: 'later', fault: text }
			: { kind: 'unreachable', fault: reason };
	}

	private textOf(fault: unknown): string {
		const said = fault instanceof Error ? fault.message : String(fault);
		return this.shortened(said);
	}

	/** On one line, without the password, which a server may echo. */
	private shortened(said: string): string {
		const { password } = this.options.smtp;
		const secrets = password === undefined ? [] : [password, base64(password)];
		const text = secrets.reduce((rest, secret) => rest.replaceAll(secret, '...'), said);
		return text.replace(/\s+/g, ' ').trim().slice(0, faultLengthMax);
	}
}

function base64(text: string): string {
	return Buffer.from(text).toString('base64');
}
