/** A way to an exchange that can be cut, and can lose what the exchange answers. */
import { once } from 'node:events';
import net from 'node:net';

/** Passes connections on to the exchange until they are cut. */
export async function cuttableLine(url: string) {
	const open = new Set<net.Socket>();
	let deaf = false;
	const server = net.createServer((from) => {
		const to = net.connect(Number(new URL(url).port), '127.0.0.1');
		for (const socket of [from, to]) {
			open.add(socket);
			socket.on('error', () => socket.destroy());
			socket.on('close', () => open.delete(socket));
		}
		from.pipe(to);
		to.on('data', (chunk) => (deaf ? from.destroy() : from.write(chunk)));
		from.on('close', () => to.end());
		to.on('close', () => from.destroy());
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = server.address() as net.AddressInfo;
	return {
		url: `http://127.0.0.1:${port}`,
		cut: () => {
			for (const socket of open) socket.destroy();
		},
		loseAnswers: () => (deaf = true),
		close: async () => {
			const closed = once(server.close(), 'close');
			for (const socket of open) socket.destroy();
			await closed;
		},
	};
}
