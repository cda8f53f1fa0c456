/**
 * A reverse proxy before servers that are alike: each request goes to the next of them, whoever asks,
 * and one that does not listen is passed over. Where a server ends before its answer has, so does the
 * connection of the caller.
 */
import { once } from 'node:events';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';

export class Balancer {
	private turn = 0;
	private readonly server = http.createServer((request, reply) => {
		// The caller sees it as what it is: an answer that does not come, or ends too early.
		this.pass(request, reply).catch(() => reply.destroy());
	});

	private constructor(private readonly ports: readonly number[]) {}

	/** By the addresses of the servers, which need not run. */
	static async open(urls: readonly string[]): Promise<Balancer> {
		const balancer = new Balancer(urls.map((url) => Number(new URL(url).port)));
		balancer.server.listen(0, '127.0.0.1');
		await once(balancer.server, 'listening');
		return balancer;
	}

	get url(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	async close(): Promise<void> {
		this.server.closeAllConnections();
		this.server.close();
		await once(this.server, 'close');
	}

	private async pass(request: IncomingMessage, reply: ServerResponse): Promise<void> {
		const socket = await this.connect();
		const { method, url: path, headers } = request;
		const callers = [headers['x-forwarded-for'] ?? [], request.socket.remoteAddress ?? ''].flat();
		const asked = http.request({
			...{ createConnection: () => socket, method, path },
			headers: { ...headers, 'x-forwarded-for': callers.join(', '), connection: 'close' },
		});
		reply.once('close', () => asked.destroy());
		const answered = once(asked, 'response') as Promise<[IncomingMessage]>;
		const [[answer]] = await Promise.all([answered, pipeline(request, asked)]);
		reply.writeHead(answer.statusCode ?? 0, answer.headers);
		reply.flushHeaders();
		await pipeline(answer, reply);
	}

	private async connect(): Promise<net.Socket> {
		let refusal: unknown;
		for (const _ of this.ports) {
			const port = this.ports[(this.turn += 1) % this.ports.length] ?? 0;
			const socket = net.connect(port, '127.0.0.1');
			try {
				await once(socket, 'connect');
				return socket;
			} catch (fault) {
				refusal = fault;
			}
		}
		throw refusal;
	}
}
