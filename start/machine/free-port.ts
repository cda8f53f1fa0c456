import { randomInt } from 'node:crypto';
import net from 'node:net';

/** The address all local processes listen on. */
export const loopback = '127.0.0.1';

/**
 * Below the ephemeral ports (from 32768 on Linux), which another server or an outgoing connection
 * could take before the port is used or while a server restarts. Above 10080, the highest port
 * that `fetch` and browsers block, and above the ports the tests use.
 */
const [portMin, portMax] = [20_000, 32_767];

export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(portMin, portMax + 1);
		if (await portIsFree(port)) return port;
	}
}

/**
 * Must be free on the loopback address and on all addresses, because a server on either would
 * conflict.
 */
export async function portIsFree(port: number): Promise<boolean> {
	return (await canListen(port, loopback)) && (await canListen(port, '::'));
}

function canListen(port: number, host: string): Promise<boolean> {
	const server = net.createServer();
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
			// The machine has no such address, so the port cannot be taken there.
			else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(true);
			else reject(error);
		});
		server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
	});
}
