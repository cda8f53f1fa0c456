/** Ports for servers that must know theirs before they listen, or come back to the same one. */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/**
 * Below those a system gives out by itself, from 32768 on Linux: there, another test's server or
 * merely a connection's own end could take the port before it is used, or while a server restarts.
 * Above 10080, the highest one that `fetch` and browsers refuse.
 */
const [portMin, portMax] = [10_081, 32_767];

/** A port of 127.0.0.1 that nobody listens on. */
export async function freePort(): Promise<number> {
	for (;;) {
		const port = randomInt(portMin, portMax + 1);
		const server = net.createServer().listen(port, '127.0.0.1');
		const isFree = await once(server, 'listening').then(
			() => true,
			(fault: NodeJS.ErrnoException) => {
				if (fault.code === 'EADDRINUSE') return false;
				throw fault;
			},
		);
		server.close();
		if (!isFree) continue;
		await once(server, 'close');
		return port;
	}
}
