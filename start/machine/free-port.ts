/** Finds ports to listen on. */
import { randomInt } from 'node:crypto';
import net from 'node:net';

/** The address every process of a local start listens on. */
export const loopback = '127.0.0.1';

/**
 * Below those a system gives out by itself, from 32768 on Linux: there, another server or merely a
 * connection's own end could take the port before it is used, or while a server restarts. Above
 * 10080, the highest one that `fetch` and browsers refuse, and above those the tests deal out.
 */
const [portMin, portMax] = [20_000, 32_767];

export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(portMin, portMax + 1);
		if (await portIsFree(port)) return port;
	}
}

/** Free on the loopback address and on all addresses: a server on either would be in the way. */
export async function portIsFree(port: number): Promise<boolean> {
	return (await canListen(port, loopback)) && (await canListen(port, '::'));
}

function canListen(port: number, host: string): Promise<boolean> {
	const server = net.createServer();
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false);
			// A machine without this kind of address cannot have the port taken there.
			else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(true);
			else reject(error);
		});
		server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
	});
}
