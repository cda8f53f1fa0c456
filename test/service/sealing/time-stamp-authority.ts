/** A time stamping authority for tests: `openssl ts` behind a real HTTP server, which can also misbehave. */
import { execFile, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { derPart, readDer } from '../../../proof/der';

const run = promisify(execFile);

export interface AuthorityAnswer {
	readonly status?: number;
	readonly headers?: Readonly<Record<string, string>>;
	readonly body: Uint8Array;
}

/** What it answers to a query; nothing at all where it answers nothing. */
export type Manner = (query: Buffer) => Promise<AuthorityAnswer | undefined>;

export class TimeStampAuthority {
	/** How often it was asked. */
	asked = 0;
	/** Of the last request. */
	headers: http.IncomingHttpHeaders = {};
	manner: Manner = (query) => this.stamped(query);
	private number = 0;
	private readonly server = http.createServer((request, reply) => void this.answer(request, reply));

	private constructor(
		private readonly folder: string,
		private readonly extensions: string,
	) {}

	/** With more lines of extensions in its certificate. */
	static async start(folder: string, extensions = ''): Promise<TimeStampAuthority> {
		const authority = new TimeStampAuthority(folder, extensions);
		authority.makeKeys();
		authority.server.listen(0, '127.0.0.1');
		await once(authority.server, 'listening');
		return authority;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/tsa`;
	}

	/** The certificate everybody who believes it believes. */
	get root(): string {
		return path.join(this.folder, 'root.pem');
	}

	async close(): Promise<void> {
		const closed = once(this.server, 'close');
		this.server.closeAllConnections();
		this.server.close();
		await closed;
	}

	/** As `openssl ts` answers a query. */
	async stamped(query: Uint8Array): Promise<AuthorityAnswer> {
		const place = path.join(this.folder, `query-${(this.number += 1)}`);
		fs.writeFileSync(place, query);
		const files = ['-queryfile', place, '-out', `${place}.reply`];
		await run('openssl', ['ts', '-reply', '-config', this.at('tsa.cnf'), ...files]);
		return { body: fs.readFileSync(`${place}.reply`) };
	}

	/** As it answers a query about something else. */
	async stampedOther(...options: readonly string[]): Promise<AuthorityAnswer> {
		const place = path.join(this.folder, `other-${(this.number += 1)}`);
		fs.writeFileSync(place, 'something else');
		const query = ['ts', '-query', '-data', place, '-cert', ...options, '-out', `${place}.query`];
		await run('openssl', query);
		return this.stamped(fs.readFileSync(`${place}.query`));
	}

	/** As it answers the same with another nonce. */
	stampedAnew(query: Buffer): Promise<AuthorityAnswer> {
		const { content } = derPart(readDer(query), 2, 0x02);
		const last = content.byteOffset + content.length - 1 - query.byteOffset;
		const other = Buffer.from(query);
		other[last] = (other[last] ?? 0) ^ 1;
		return this.stamped(other);
	}

	private at(name: string): string {
		return path.join(this.folder, name);
	}

	private makeKeys(): void {
		const at = (name: string) => this.at(name);
		const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
		const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
		const root = ['-keyout', at('root.key'), '-out', at('root.pem'), '-subj', '/CN=Test root'];
		openssl('req', '-x509', ...curve, '-days', '3650', ...root);
		const own = ['-keyout', at('tsa.key'), '-out', at('tsa.csr'), '-subj', '/O=Example/CN=Time'];
		openssl('req', '-newkey', 'rsa:2048', '-nodes', ...own);
		fs.writeFileSync(
			at('tsa.ext'),
			`keyUsage=critical,digitalSignature\nextendedKeyUsage=critical,timeStamping\n${this.extensions}\n`,
		);
		const by = ['-CA', at('root.pem'), '-CAkey', at('root.key'), '-CAcreateserial'];
		const made = ['-in', at('tsa.csr'), '-extfile', at('tsa.ext'), '-out', at('tsa.pem')];
		openssl('x509', '-req', '-days', '3650', ...by, ...made);
		fs.writeFileSync(at('serial'), '01\n');
		const settings = {
			...{ serial: at('serial'), signer_cert: at('tsa.pem'), certs: at('root.pem') },
			...{ signer_key: at('tsa.key'), signer_digest: 'sha256', default_policy: '1.2.3.4.1' },
			...{ digests: 'sha256', ess_cert_id_alg: 'sha256', accuracy: 'secs:1' },
		};
		const lines = Object.entries(settings).map((pair) => pair.join(' = '));
		fs.writeFileSync(
			at('tsa.cnf'),
			['[tsa]', 'default_tsa = own', '[own]', ...lines, ''].join('\n'),
		);
	}

	private async answer(request: http.IncomingMessage, reply: http.ServerResponse): Promise<void> {
		this.asked += 1;
		this.headers = request.headers;
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const answered = await this.manner(Buffer.concat(chunks));
		if (answered === undefined) return;
		const { status = 200, headers, body } = answered;
		reply.writeHead(status, { 'content-type': 'application/timestamp-reply', ...headers });
		reply.end(body);
	}
}
