/**
 * A server that answers requests with whatever bytes a test gives it, right or wrong, and keeps
 * what it was sent. It knows of HTTP only where a request ends.
 */
import net from 'node:net';

export interface RawServer {
	readonly url: string;
	/** Whole requests as they came, head and body. */
	readonly requests: readonly string[];
	/** Connections made so far. */
	readonly connections: () => number;
	close(): Promise<void>;
}

/** Called once for each whole request. */
export type Respond = (socket: net.Socket, request: string) => void;

export async function startRawServer(respond: Respond): Promise<RawServer> {
	const requests: string[] = [];
	const sockets = new Set<net.Socket>();
	let connections = 0;
	const server = net.createServer((socket) => {
		connections++;
		sockets.add(socket);
		socket.on('close', () => sockets.delete(socket));
		// A caller may hang up at any time; that is part of the tests.
		socket.on('error', () => socket.destroy());
		let received = '';
		socket.setEncoding('latin1').on('data', (chunk: string) => {
			received += chunk;
			for (let end = requestEnd(received); end > 0; end = requestEnd(received)) {
				const request = received.slice(0, end);
				received = received.slice(end);
				requests.push(request);
				respond(socket, request);
			}
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `http://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
		requests,
		connections: () => connections,
		close: () =>
			new Promise((resolve) => {
				server.close(() => resolve());
				for (const socket of sockets) socket.destroy();
			}),
	};
}

/** Length of the first request, 0 while it is not whole. */
function requestEnd(received: string): number {
	const headEnd = received.indexOf('\r\n\r\n') + 4;
	if (headEnd < 4) return 0;
	const [, length = '0'] = /^content-length: (\d+)\r$/im.exec(received.slice(0, headEnd)) ?? [];
	const end = headEnd + Number(length);
	return received.length >= end ? end : 0;
}

/** A well-formed response; `headers` are lines. */
export function response(
	status: number,
	body: string | Buffer = '',
	headers: readonly string[] = [],
): Buffer {
	const bytes = Buffer.from(body);
	const head = [`HTTP/1.1 ${status} Said`, `content-length: ${bytes.length}`, ...headers, '', ''];
	return Buffer.concat([Buffer.from(head.join('\r\n'), 'latin1'), bytes]);
}
