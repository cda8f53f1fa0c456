/** A way to a database on which the turns of its connections are counted. */
import { once } from 'node:events';
import net from 'node:net';

/** Counts the turns of a connection: what a client sends after it got an answer. */
export async function countingLine(databaseUrl: string) {
	const target = new URL(databaseUrl);
	const sockets = new Set<net.Socket>();
	let turns = 0;
	const server = net.createServer((from) => {
		const to = net.connect(Number(target.port), target.hostname);
		let isAnswered = true;
		for (const socket of [from, to]) {
			sockets.add(socket);
			socket.setNoDelay(true).on('error', () => socket.destroy());
		}
		from.on('data', (chunk) => {
			if (isAnswered) turns += 1;
			isAnswered = false;
			to.write(chunk);
		});
		to.on('data', (chunk) => {
			isAnswered = true;
			from.write(chunk);
		});
		from.on('close', () => to.destroy());
		to.on('close', () => from.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as net.AddressInfo;
	const url = new URL(databaseUrl);
	url.hostname = '127.0.0.1';
	url.port = String(port);
	return {
		url: url.href,
		turns: () => turns,
		close: async () => {
			for (const socket of sockets) socket.destroy();
			await once(server.close(), 'close');
		},
	};
}
