/**
 * A mail server for tests: the package smtp-server, on a free port, that keeps what it is handed and can
 * be told to refuse, to keep its answer to itself, or to hang up once it has a mail.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import type { AddressInfo, Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
	readonly sender: string;
	readonly recipients: readonly string[];
	readonly mail: Email;
}

/** What the server says: a code it refuses with, or how it behaves once it has the mail. */
export interface Behaviour {
	readonly recipient?: (address: string) => number | undefined;
	readonly data?: (received: ReceivedMail) => Promise<'take' | 'hang up' | number>;
}

export interface Certificate {
	readonly key: Buffer;
	readonly cert: Buffer;
}

export interface SmtpServerOptions {
	readonly port?: number;
	/** Who may log in; without it everybody may send. */
	readonly login?: { readonly user: string; readonly password: string };
	readonly tls?: Certificate;
	/** From the first byte on; else by STARTTLS where there is a certificate. */
	readonly isTls?: boolean;
}

export class TestSmtpServer {
	/** Every mail it was handed whole, whether or not it took it. */
	readonly received: ReceivedMail[] = [];
	/** Whether each was handed over by TLS. */
	readonly secured: boolean[] = [];
	behaviour: Behaviour = {};
	private readonly sockets = new Set<Socket>();

	private constructor(private readonly server: SMTPServer) {}

	static async start(options: SmtpServerOptions = {}): Promise<TestSmtpServer> {
		const server: SMTPServer = new SMTPServer({
			...serverOptions(options),
			...handlers((): TestSmtpServer => started),
		});
		const started: TestSmtpServer = new TestSmtpServer(server);
		server.on('error', () => undefined);
		server.server.on('connection', (socket: Socket) => {
			started.sockets.add(socket);
			socket.once('close', () => started.sockets.delete(socket));
		});
		await new Promise<void>((resolve) => server.listen(options.port ?? 0, '127.0.0.1', resolve));
		return started;
	}

	get port(): number {
		return (this.server.server.address() as AddressInfo).port;
	}

	recipients(): readonly string[] {
		return this.received.flatMap(({ recipients }) => recipients).sort();
	}

	hangUp(): void {
		for (const socket of this.sockets) socket.destroy();
	}

	async close(): Promise<void> {
		this.hangUp();
		await new Promise<void>((resolve) => this.server.close(() => resolve()));
	}
}

function serverOptions({ login, tls, isTls }: SmtpServerOptions): SMTPServerOptions {
	return {
		...{ ...tls, secure: isTls ?? false, authOptional: login === undefined, logger: false },
		disabledCommands: [
			...(tls === undefined ? ['STARTTLS'] : []),
			...(login === undefined ? ['AUTH'] : []),
		],
		allowInsecureAuth: true,
		closeTimeout: 100,
		onAuth({ username, password }, _session, done) {
			if (username === login?.user && password === login?.password) {
				done(null, { user: username });
				return;
			}
			// As a careless server would.
			done(refused(535, `no such user as ${username} with ${password}`));
		},
	};
}

function refused(code: number, text = 'told to refuse'): Error {
	return Object.assign(new Error(text), { responseCode: code });
}

function handlers(started: () => TestSmtpServer): SMTPServerOptions {
	return {
		onRcptTo({ address }, _session, done) {
			const code = started().behaviour.recipient?.(address);
			if (code === undefined) done();
			else done(refused(code, `no mail for ${address}`));
		},
		onData(stream, session, done) {
			const { envelope, secure } = session;
			const chunks: Buffer[] = [];
			stream.on('data', (chunk: Buffer) => chunks.push(chunk));
			stream.on('end', () => {
				const sender = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
				const recipients = envelope.rcptTo.map(({ address }) => address);
				void answerTo(started(), { sender, recipients, secure, bytes: Buffer.concat(chunks) }).then(
					(fault) => done(fault),
				);
			});
		},
	};
}

async function answerTo(
	server: TestSmtpServer,
	sent: { sender: string; recipients: string[]; secure: boolean; bytes: Buffer },
): Promise<Error | null> {
	const { sender, recipients, secure, bytes } = sent;
	const received = { sender, recipients, mail: await PostalMime.parse(bytes) };
	server.received.push(received);
	server.secured.push(secure);
	const answer = (await server.behaviour.data?.(received)) ?? 'take';
	if (answer === 'hang up') server.hangUp();
	return typeof answer === 'number' ? refused(answer) : null;
}

/** For 127.0.0.1, signed by itself. */
export function selfSignedCertificate(): Certificate {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-smtp-'));
	const [key, cert] = ['key.pem', 'cert.pem'].map((name) => path.join(folder, name));
	const { status, stderr } = spawnSync('openssl', [
		...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'],
		...['-subj', '/CN=mail.test', '-addext', 'subjectAltName=IP:127.0.0.1', '-days', '2'],
		...['-keyout', String(key), '-out', String(cert)],
	]);
	if (status !== 0) throw new Error(String(stderr));
	const made = { key: fs.readFileSync(String(key)), cert: fs.readFileSync(String(cert)) };
	fs.rmSync(folder, { recursive: true });
	return made;
}
