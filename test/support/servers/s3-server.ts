/**
 * A small S3 server for tests: real HTTP, objects as files, requests refused unless their AWS
 * Signature Version 4 is right. It can be told to misbehave the ways servers do: not to answer, to
 * answer 500, to drop the connection half way, to keep or to send fewer bytes than it should.
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';

export type Misbehaviour = 'hangs' | 'answers 500' | 'cuts off half way' | 'loses bytes';

export const accessKeyId = 'test:tester';
export const secretAccessKey = 'a secret of the tests';

export class S3Server {
	/** How it treats objects from now on; buckets are answered for as ever, unless it hangs. */
	misbehaviour: Misbehaviour | undefined;
	/** `GET one/key`, in the order they came. */
	readonly requests: string[] = [];
	private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 's3-server-'));
	private readonly server = http.createServer((request, reply) => void this.answer(request, reply));

	static async start(): Promise<S3Server> {
		const server = new S3Server();
		server.server.listen(0, '127.0.0.1');
		await once(server.server, 'listening');
		return server;
	}

	get endpoint(): string {
		const { port } = this.server.address() as AddressInfo;
		return `http://127.0.0.1:${port}`;
	}

	createBucket(name: string): void {
		fs.mkdirSync(path.join(this.folder, name));
	}

	/** The file an object's bytes lie in. */
	objectFile(bucket: string, key: string): string {
		return path.join(this.folder, bucket, encodeURIComponent(key));
	}

	async stop(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
		fs.rmSync(this.folder, { recursive: true });
	}

	private async answer(request: http.IncomingMessage, reply: http.ServerResponse): Promise<void> {
		const url = new URL(request.url ?? '/', this.endpoint);
		const [, bucket = '', ...rest] = url.pathname.split('/').map(decodeURIComponent);
		const key = rest.join('/');
		this.requests.push(`${request.method} ${bucket}/${key}`);
		if (this.misbehaviour === 'hangs') return;
		if (!signatureIsRight(request, url)) return refuse(reply, 403, 'SignatureDoesNotMatch');
		if (!fs.existsSync(path.join(this.folder, bucket))) return refuse(reply, 404, 'NoSuchBucket');
		if (key === '') return this.answerBucket(request, reply, { url, bucket });
		if (this.misbehaviour === 'answers 500') return refuse(reply, 500, 'InternalError');
		await this.answerObject(request, reply, this.objectFile(bucket, key));
	}

	private answerBucket(
		request: http.IncomingMessage,
		reply: http.ServerResponse,
		{ url, bucket }: { readonly url: URL; readonly bucket: string },
	): void {
		if (request.method === 'HEAD') {
			reply.writeHead(200).end();
			return;
		}
		const prefix = url.searchParams.get('prefix') ?? '';
		const after = url.searchParams.get('continuation-token') ?? '';
		const keys = fs.readdirSync(path.join(this.folder, bucket)).map(decodeURIComponent).sort();
		const found = keys.filter((key) => key.startsWith(prefix) && key > after);
		const page = found.slice(0, 3);
		const more = found.length > page.length;
		const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
		const next = more ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : '';
		reply.writeHead(200, { 'content-type': 'application/xml' });
		reply.end(
			`<ListBucketResult><IsTruncated>${more}</IsTruncated>${contents}${next}</ListBucketResult>`,
		);
	}

	private async answerObject(
		request: http.IncomingMessage,
		reply: http.ServerResponse,
		file: string,
	): Promise<void> {
		if (request.method === 'PUT') return this.put(request, reply, file);
		if (request.method === 'DELETE') {
			fs.rmSync(file, { force: true });
			reply.writeHead(204).end();
			return;
		}
		if (!fs.existsSync(file)) return refuse(reply, 404, 'NoSuchKey');
		const whole = fs.readFileSync(file);
		if (request.method === 'HEAD') {
			reply.writeHead(200, { 'content-length': whole.length }).end();
			return;
		}
		const first = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
		this.send(reply, whole, first);
	}

	private send(reply: http.ServerResponse, whole: Buffer, first: number): void {
		const lost = this.misbehaviour === 'loses bytes' ? whole.length - 100 : whole.length;
		const body = whole.subarray(first, lost);
		const range = first > 0 ? { 'content-range': `bytes ${first}-${lost - 1}/${lost}` } : {};
		reply.writeHead(first > 0 ? 206 : 200, { 'content-length': body.length, ...range });
		if (this.misbehaviour !== 'cuts off half way') {
			reply.end(body);
			return;
		}
		reply.write(body.subarray(0, body.length / 2), () => reply.destroy());
	}

	private async put(
		request: http.IncomingMessage,
		reply: http.ServerResponse,
		file: string,
	): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request as AsyncIterable<Buffer>) {
			chunks.push(chunk);
			if (this.misbehaviour !== 'cuts off half way') continue;
			request.destroy();
			return;
		}
		const body = Buffer.concat(chunks);
		fs.writeFileSync(file, this.misbehaviour === 'loses bytes' ? body.subarray(100) : body);
		reply.writeHead(200).end();
	}
}

function refuse(reply: http.ServerResponse, status: number, code: string): void {
	reply.writeHead(status, { 'content-type': 'application/xml' });
	reply.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function hmac(key: string | Buffer, text: string): Buffer {
	return createHmac('sha256', key).update(text).digest();
}

function sha256(text: string): string {
	return createHash('sha256').update(text).digest('hex');
}

/** AWS Signature Version 4 over the request as it came, with the one key this server knows. */
function signatureIsRight(request: http.IncomingMessage, url: URL): boolean {
	const authorization = request.headers.authorization ?? '';
	const match =
		/^AWS4-HMAC-SHA256 Credential=(.+?)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
			authorization,
		);
	if (match === null) return false;
	const [, id, day = '', region = '', signed = '', signature = ''] = match;
	if (id !== accessKeyId) return false;
	const headers = signed
		.split(';')
		.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
	const query = [...url.searchParams]
		.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
		.sort();
	const canonical = [
		request.method,
		url.pathname,
		query.join('&'),
		headers.join(''),
		signed,
		request.headers['x-amz-content-sha256'],
	].join('\n');
	const scope = `${day}/${region}/s3/aws4_request`;
	const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)];
	const keys = [day, region, 's3', 'aws4_request'];
	const key = keys.reduce<string | Buffer>(hmac, `AWS4${secretAccessKey}`);
	return timingSafeEqual(hmac(key, text.join('\n')), Buffer.from(signature, 'hex'));
}
