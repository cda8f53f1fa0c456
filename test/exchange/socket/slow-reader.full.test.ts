/** Whoever does not read what a socket sends is ended when the buffers of the system are full. */
import type net from 'node:net';
import { TestDatabases } from '../../support/servers/databases';
import { startExchange } from '../support/exchange';
import { metric } from '../support/metrics';
import { TestSocket } from '../support/socket';

test('who does not read is ended, while others are served', async () => {
	const databases = new TestDatabases();
	const running = await startExchange(await databases.place('SQLite'), {});
	const stuck = await TestSocket.open(running.url);
	const other = await TestSocket.open(running.url);
	const line = (stuck.webSocket as unknown as { readonly _socket: net.Socket })._socket;
	line.pause();
	const slow = 'sealkeeper_exchange_sockets_ended_total{reason="SLOW"}';
	const text = JSON.stringify({ id: 'x'.repeat(60), method: 'nothing' });
	let answered = 0;
	const send = (count: number) => {
		for (let sent = 0; sent < count; sent += 1) stuck.webSocket.send(text);
	};
	// The answers to them fill most systems' buffers; each is a turn of the loop.
	send(15_000);
	while ((await metric(running, slow)) === 0) {
		send(500);
		expect(await other.ask('ping')).toMatchObject({ status: 200 });
		answered += 1;
	}
	expect(answered).toBeGreaterThan(0);
	line.resume();
	await other.close();
	await running.close();
	await databases.close();
});
