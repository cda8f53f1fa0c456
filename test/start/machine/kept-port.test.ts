import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../../start/machine/free-port';
import { keptPort } from '../../../start/machine/kept-port';

let dataFolder: string;
let holder: net.Server | undefined;

beforeEach(() => {
	dataFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-port-'));
});

afterEach(() => {
	holder?.close();
	fs.rmSync(dataFolder, { recursive: true, force: true });
});

async function take(port: number, host = '127.0.0.1'): Promise<void> {
	holder = net.createServer().listen(port, host);
	await once(holder, 'listening');
}

async function release(): Promise<void> {
	const closed = holder && once(holder, 'close');
	holder?.close();
	await closed;
}

test('the usual port is taken while it is free, and nothing is written down', async () => {
	const usual = await freePort();
	expect(await keptPort({ dataFolder, name: 'service', usual })).toBe(usual);
	expect(fs.readdirSync(dataFolder)).toEqual([]);
});

test.each(['127.0.0.1', '0.0.0.0'])(
	'another port is taken where the usual one is taken on %s, and can be listened on',
	async (host) => {
		const usual = await freePort();
		await take(usual, host);
		const port = await keptPort({ dataFolder, name: 'service', usual });
		await release();
		expect(port).not.toBe(usual);
		await take(port);
	},
);

test('a port chosen in place of the usual one stays, also when the usual one is free again', async () => {
	const place = { dataFolder, name: 'service', usual: await freePort() };
	await take(place.usual);
	const chosen = await keptPort(place);
	expect(chosen).not.toBe(place.usual);
	await release();
	expect(await keptPort(place)).toBe(chosen);
	expect(await keptPort({ ...place, name: 'n8n' })).toBe(place.usual);
});

test('a chosen port that is taken itself gives way, and so does one chosen for another wish', async () => {
	const place = { dataFolder, name: 'service', usual: await freePort() };
	await take(place.usual);
	const chosen = await keptPort(place);
	await release();
	await take(chosen);
	expect(await keptPort(place)).toBe(place.usual);
	await release();
	const usual = await freePort();
	expect(await keptPort({ ...place, usual })).toBe(usual);
});
