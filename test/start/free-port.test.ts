import net from 'node:net';
import { freePort, usualOrFreePort } from '../../start/free-port';

function listen(port: number, host: string): Promise<net.Server> {
	return new Promise((resolve, reject) => {
		const server = net.createServer().once('error', reject);
		server.listen({ port, host }, () => resolve(server));
	});
}
const close = (server: net.Server) => new Promise((resolve) => server.close(resolve));

describe('the port to listen on', () => {
	test('is the usual one when nothing listens there', async () => {
		const usual = await freePort();
		expect(await usualOrFreePort(usual)).toBe(usual);
	});

	test.each(['127.0.0.1', '0.0.0.0'])(
		'is another one when the usual one is taken on %s',
		async (host) => {
			const server = await listen(0, host);
			const address = server.address();
			if (typeof address !== 'object' || address === null) throw new Error('No address.');
			const port = await usualOrFreePort(address.port);
			await close(server);
			expect(port).not.toBe(address.port);
			await close(await listen(port, '127.0.0.1'));
		},
	);
});
