/**
 * An HTTP server that answers as the test tells it to and remembers what it was asked, for the
 * cases a sound service does not show: proxies, web pages, cut connections, wrong bytes.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
	readonly method: string;
	readonly url: string;
	readonly headers: http.IncomingHttpHeaders;
	readonly body: Buffer;
}

export type Answer = (request: Received, response: http.ServerResponse) => void;

export interface AnsweringServer {
	readonly url: string;
	readonly received: Received[];
	/** What the next requests are answered with. */
	answer: Answer;
	close(): Promise<void>;
}

export function json(response: http.ServerResponse, status: number, body: unknown): void {
	response.writeHead(status, { 'content-type': 'application/json' });
	response.end(JSON.stringify(body));
}

export async function answeringServer(): Promise<AnsweringServer> {
	const state: { received: Received[]; answer: Answer } = {
		received: [],
		answer: (_request, response) => json(response, 500, {}),
	};
	const server = http.createServer((request, response) => {
		const chunks: Buffer[] = [];
		request.on('data', (chunk: Buffer) => chunks.push(chunk));
		request.on('end', () => {
			const { method = '', url = '', headers } = request;
			const received = { method, url, headers, body: Buffer.concat(chunks) };
			state.received.push(received);
			state.answer(received, response);
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	return Object.assign(state, {
		url: `http://127.0.0.1:${port}`,
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	});
}
