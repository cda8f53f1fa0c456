/** A Redis behind sentinels: the server is killed, and its replica takes its place. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Redis } from 'ioredis';
import { findProgram } from '../../../server/redis/program';
import { connect } from '../../../server/redis/redis';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { until } from '../../support/clients/requests';
import { testPort } from '../../support/run/ports';

const secret = 'server:secret';
let folder: string;
const started: ChildProcess[] = [];
let redis: Redis | undefined;

/** Starts a server or a sentinel by its configuration. */
async function start(name: string, lines: readonly string[], args: readonly string[] = []) {
	const port = await testPort();
	const { file } = findProgram(folder);
	const own = path.join(folder, name);
	fs.mkdirSync(own);
	const configuration = path.join(own, 'redis.conf');
	const text = [`port ${port}`, 'bind 127.0.0.1', `dir ${own}`, ...lines, ''].join('\n');
	fs.writeFileSync(configuration, text);
	const child = spawn(file, [configuration, ...args], { stdio: 'ignore' });
	started.push(child);
	return { port, child };
}

beforeAll(() => {
	putRedisOnPath();
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-sentinel-'));
});

afterAll(async () => {
	redis?.disconnect();
	for (const child of started) {
		if (child.exitCode !== null || child.signalCode !== null) continue;
		const ended = once(child, 'exit');
		child.kill('SIGKILL');
		await ended;
	}
	fs.rmSync(folder, { recursive: true, force: true });
});

test('the server that sentinels name is used, and the one that takes its place', async () => {
	const authenticated = [`requirepass ${secret}`, `masterauth ${secret}`];
	const first = await start('first', authenticated);
	await start('second', [...authenticated, `replicaof 127.0.0.1 ${first.port}`]);
	const sentinel = await start(
		'sentinel',
		[
			`sentinel monitor venue 127.0.0.1 ${first.port} 1`,
			`sentinel auth-pass venue ${secret}`,
			'sentinel down-after-milliseconds venue 500',
			'sentinel failover-timeout venue 2000',
		],
		['--sentinel'],
	);
	// It looks for replicas every ten seconds, and can promote one that it knows.
	const asked = new Redis(sentinel.port);
	asked.on('error', () => undefined);
	await until(async () => {
		const replicas = await asked.call('sentinel', 'replicas', 'venue').catch(() => []);
		return (replicas as readonly unknown[]).length > 0 || undefined;
	});
	asked.disconnect();
	const address = `127.0.0.1:${sentinel.port}`;
	const away = `127.0.0.1:${await testPort()}`;
	const user = `:${encodeURIComponent(secret)}`;
	const venue = connect(`redis-sentinel://${user}@${away},${address}/venue`, () => undefined);
	redis = venue;
	await venue.set('kept', 'yes');
	await until(async () => ((await venue.wait(1, 100)) === 1 ? true : undefined));
	first.child.kill('SIGKILL');
	expect(await venue.get('kept')).toBe('yes');
	await venue.set('changed', 'yes');
	expect(await venue.get('changed')).toBe('yes');
}, 60_000);

test('sentinels without the name of their server are refused', () => {
	expect(() => connect('redis-sentinel://127.0.0.1:26379', () => undefined)).toThrow(
		'REDIS_URL names sentinels; end it with the name of their server, as /mymaster',
	);
});
