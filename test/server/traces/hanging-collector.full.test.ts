/** A collector that takes what it is sent and never answers: the exporter alone would wait for longer. */
import net from 'node:net';
import type { AddressInfo } from 'node:net';
import { send } from '../../support/clients/requests';
import { placeService } from '../../support/programs/program-places';

test('a collector that never answers holds nobody up at the end for more than a few seconds', async () => {
	const sockets: net.Socket[] = [];
	const collector = net.createServer((socket) => sockets.push(socket.resume()));
	await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
	const { port } = collector.address() as AddressInfo;
	const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}` };
	const { process, url, remove } = await placeService(endpoint);
	await process.start();
	expect((await send({ method: 'GET', url: `${url}/health/live` })).status).toBe(200);
	expect(await process.end()).toBe(0);
	expect(sockets).toHaveLength(1);
	expect(process.output()).toMatch(/no answer within 5000 ms.*traces could not be exported/);
	remove();
	for (const socket of sockets) socket.destroy();
	await new Promise((resolve) => collector.close(resolve));
});
