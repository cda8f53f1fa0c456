/** A service ends the way it should: requests under way are finished, nothing keeps it waiting. */
import { once } from 'node:events';
import net from 'node:net';
import { encodeForm, send, until } from '../support/clients/requests';
import { ProgramProcess } from '../support/programs/program-process';
import { servicePlace } from '../support/programs/service-place';
import { startService, type RunningService } from '../support/programs/service';
import { storedFiles, storedState } from '../support/programs/stored-state';
import { stuckDownload, stuckSizeBytes } from '../support/hostile/stuck-download';

let running: RunningService;

beforeEach(async () => {
	running = await startService();
});

afterEach(() => running.close());

const content = Buffer.alloc(1_700_000, 'All is well. ');

function connect(): net.Socket {
	return net.connect(Number(new URL(running.url).port), '127.0.0.1');
}

test('an upload under way when the service is asked to end is stored and answered', async () => {
	const { headers, body } = encodeForm([{ name: 'file', fileName: 'a.txt', content }]);
	const head = [
		'POST /storage/files HTTP/1.1',
		'host: service.test',
		`x-api-key: ${running.organisation.admin.key}`,
		`content-type: ${headers['content-type']}`,
		`content-length: ${body.length}`,
	];
	const before = storedFiles(running.dataFolder).length;
	const socket = connect();
	await once(socket, 'connect');
	socket.write(`${head.join('\r\n')}\r\n\r\n`);
	socket.write(body.subarray(0, 1_000_000));
	await until(() => {
		const isUnderWay = storedFiles(running.dataFolder).length > before;
		return Promise.resolve(isUnderWay ? true : undefined);
	});
	const chunks: Buffer[] = [];
	socket.on('data', (chunk: Buffer) => chunks.push(chunk));
	const closed = once(socket, 'close');
	const ended = running.service.close();
	socket.write(body.subarray(1_000_000));
	await closed;
	await ended;
	const answer = Buffer.concat(chunks).toString();
	const { rows } = await storedState(running);
	expect(answer).toMatch(/^HTTP\/1\.1 201 /);
	expect(answer).toContain('"fileName":"a.txt"');
	expect(rows['stored_files']).toBe(1);
});

const stuck = (behind?: string) =>
	stuckDownload({ url: running.url, key: running.organisation.admin.key, behind });

test('a download under way when the service is asked to end is sent whole, and nothing is waited for longer', async () => {
	const socket = await stuck();
	const ended = running.service.close();
	const chunks: Buffer[] = [];
	socket.on('data', (chunk: Buffer) => chunks.push(chunk));
	// The reader keeps its connection; only the service can end it.
	await Promise.all([once(socket, 'close'), ended]);
	const answer = Buffer.concat(chunks);
	const body = answer.subarray(answer.indexOf('\r\n\r\n') + 4);
	expect(body.length).toBe(stuckSizeBytes);
});

test('while it ends, it says so to every caller', async () => {
	const socket = await stuck();
	const ended = running.service.close();
	const ask = (url: string) => send({ method: 'GET', url });
	const health = await ask(`${running.url}/health/live`);
	expect([health.status, health.headers['connection']]).toEqual([503, 'close']);
	expect(health.json()).toMatchObject({ errorCode: 'Core_Ending', arguments: [] });
	const storage = await ask(`${running.storageUrl}/files`);
	expect(storage.json()).toMatchObject({ status: 503, message: 'The service is ending.' });
	socket.destroy();
	await ended;
});

test('a caller who has gone does not keep the service, with however many replies to come', async () => {
	const ask = `GET /health/live HTTP/1.1\r\nhost: service.test\r\n\r\n`;
	const socket = await stuck(ask.repeat(20));
	socket.destroy();
	await running.close();
	expect(socket.destroyed).toBe(true);
});

test.each([
	['that has asked nothing yet', ''],
	['with half a request', 'GET /health/live HT'],
])('a connection %s does not keep the service', async (_case, sent) => {
	const socket = connect();
	socket.on('error', () => undefined);
	await once(socket, 'connect');
	socket.write(sent);
	// Answered on another connection, so the service has met this one.
	await send({ method: 'GET', url: `${running.url}/health/live` });
	const closed = new Promise((resolve) => socket.once('close', resolve));
	await running.close();
	socket.resume();
	await closed;
	expect(socket.destroyed).toBe(true);
});

test('a connection kept open for nothing does not keep the service', async () => {
	const socket = connect();
	await once(socket, 'connect');
	socket.resume();
	socket.write(`GET /health/live HTTP/1.1\r\nhost: service.test\r\n\r\n`);
	await once(socket, 'data');
	const closed = once(socket, 'close');
	await running.close();
	await closed;
	expect(socket.destroyed).toBe(true);
});

test('a service that was ended answers no more, and its folder can be served again', async () => {
	await running.restart();
	const alive = await send({ method: 'GET', url: `${running.url}/health/live` });
	await running.close();
	expect(alive.status).toBe(200);
	const refused = send({ method: 'GET', url: `${running.url}/health/live` });
	await expect(refused).rejects.toThrow(/ECONNREFUSED|connect/i);
});

test('a program whose port is taken says what to do', async () => {
	const place = await servicePlace();
	const { port } = new URL(running.url);
	const program = new ProgramProcess({
		...{ file: 'service/main.ts', args: [], running: /listens on/ },
		environment: { ...place.environment, PORT: port },
	});
	await expect(program.start()).rejects.toThrow(
		`Port ${port} is taken by another program: end that one, or set PORT`,
	);
	place.remove();
});
