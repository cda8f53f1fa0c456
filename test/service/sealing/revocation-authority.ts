/**
 * A small authority for tests that says what of its certificates was revoked: `openssl ocsp` and `openssl ca`
 * behind a real HTTP server, which can also misbehave. It signs with the root in its folder.
 */
import { execFile, execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { AuthorityAnswer } from './time-stamp-authority';

const run = promisify(execFile);

/** What it answers to a query, which is empty where its list is asked for; nothing where it answers nothing. */
export type Manner = (query: Buffer) => Promise<AuthorityAnswer | undefined>;

export class RevocationAuthority {
	/** What was asked, by its path. */
	readonly asked: string[] = [];
	manner: Manner = (query) => this.said(query);
	private number = 0;
	private readonly server = http.createServer((request, reply) => void this.answer(request, reply));

	private constructor(private readonly folder: string) {}

	static async start(folder: string): Promise<RevocationAuthority> {
		const authority = new RevocationAuthority(folder);
		authority.server.listen(0, '127.0.0.1');
		await once(authority.server, 'listening');
		return authority;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** The line of a certificate that names its responder, or its list. */
	get responder(): string {
		return `authorityInfoAccess=OCSP;URI:${this.url}/ocsp`;
	}

	get list(): string {
		return `crlDistributionPoints=URI:${this.url}/list`;
	}

	async close(): Promise<void> {
		const closed = once(this.server, 'close');
		this.server.closeAllConnections();
		this.server.close();
		await closed;
	}

	at(name: string): string {
		return path.join(this.folder, name);
	}

	der(name: string): Buffer {
		return new X509Certificate(fs.readFileSync(this.at(`${name}.pem`))).raw;
	}

	/** A certificate by the root, with lines of extensions. */
	issue(name: string, ...extensions: readonly string[]): void {
		const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
		const files = ['-keyout', this.at(`${name}.key`), '-out', this.at(`${name}.csr`)];
		const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
		openssl('req', '-new', ...curve, ...files, '-subj', `/O=Example/CN=${name}`);
		fs.writeFileSync(this.at(`${name}.ext`), `${extensions.join('\n')}\n`);
		const by = ['-CA', this.at('root.pem'), '-CAkey', this.at('root.key'), '-CAcreateserial'];
		const made = ['-extfile', this.at(`${name}.ext`), '-out', this.at(`${name}.pem`)];
		openssl('x509', '-req', '-days', '365', '-in', this.at(`${name}.csr`), ...by, ...made);
	}

	/** The certificate of a name in a `.p12` with the root beside it. */
	container(name: string, password: string): string {
		const file = this.at(`${name}.p12`);
		const own = ['-inkey', this.at(`${name}.key`), '-in', this.at(`${name}.pem`)];
		const files = [...own, '-certfile', this.at('root.pem'), '-out', file];
		execFileSync('openssl', ['pkcs12', '-export', ...files, '-passout', `pass:${password}`]);
		fs.chmodSync(file, 0o600);
		return file;
	}

	/** Writes down which certificates there are, and which of them were revoked. */
	keep(names: readonly string[], revoked: readonly string[] = []): void {
		const rows = names.map((name) => {
			const { serialNumber, subject } = new X509Certificate(this.der(name));
			const state = revoked.includes(name)
				? 'R\t401231000000Z\t261101120000Z'
				: 'V\t401231000000Z\t';
			return `${state}\t${serialNumber}\tunknown\t/${subject.replace(/\n/g, '/')}\n`;
		});
		fs.writeFileSync(this.at('index.txt'), rows.join(''));
		fs.writeFileSync(
			this.at('ca.cnf'),
			`[ca]\ndefault_ca = own\n[own]\ndatabase = ${this.at('index.txt')}\ndefault_md = sha256\ndefault_crl_days = 7\n`,
		);
	}

	/** As `openssl ocsp` answers a query, and `openssl ca` writes the list. */
	async said(query: Uint8Array, signer = 'responder'): Promise<AuthorityAnswer> {
		const place = this.at(`asked-${(this.number += 1)}`);
		if (query.length === 0) {
			const by = ['-cert', this.at('root.pem'), '-keyfile', this.at('root.key')];
			await run('openssl', ['ca', '-gencrl', '-config', this.at('ca.cnf'), ...by, '-out', place]);
			await run('openssl', ['crl', '-in', place, '-outform', 'DER', '-out', `${place}.der`]);
			return { body: fs.readFileSync(`${place}.der`) };
		}
		fs.writeFileSync(place, query);
		const by = ['-rsigner', this.at(`${signer}.pem`), '-rkey', this.at(`${signer}.key`)];
		const of = ['-index', this.at('index.txt'), '-CA', this.at('root.pem'), '-ndays', '1'];
		const files = ['-reqin', place, '-respout', `${place}.der`];
		await run('openssl', ['ocsp', ...of, ...by, ...files]);
		return { body: fs.readFileSync(`${place}.der`) };
	}

	private async answer(request: http.IncomingMessage, reply: http.ServerResponse): Promise<void> {
		this.asked.push(request.url ?? '');
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const answered = await this.manner(Buffer.concat(chunks));
		if (answered === undefined) return;
		const { status = 200, headers, body } = answered;
		reply.writeHead(status, headers);
		reply.end(body);
	}
}
