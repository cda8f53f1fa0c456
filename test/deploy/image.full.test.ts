/** The image of `Containerfile`, built and run as the pages say: no root, read-only, secrets as files. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { privateRedis } from '../../server/redis/private-redis';
import { putRedisOnPath } from '../exchange/support/redis-program';
import { send, until } from '../support/clients/requests';
import { testPort } from '../support/run/ports';
import { sharedPostgres } from '../support/servers/shared-postgres';
import {
	asSecret,
	backupImage,
	buildImage,
	podman,
	remove,
	run,
	stop,
	type Container,
} from './container-tools';

const top = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-image-'));
const parts = ['service', 'replica-1', 'replica-2', 'exchange', 'keys', 'buckets', 'backup'];
const names = parts.map((part) => `sealkeeper-test-${process.pid}-${part}`);
const [service = '', first = '', second = '', exchange = '', keys = '', buckets = '', backup = ''] =
	names;

beforeAll(() => buildImage(top), 1_200_000);
afterAll(() => {
	for (const name of names) remove(name);
	fs.rmSync(top, { recursive: true });
});

async function started(container: Container): Promise<string> {
	run(container);
	const url = `http://127.0.0.1:${container.port}`;
	await until(async () => {
		const answer = await send({ method: 'GET', url: `${url}/health/ready` }).catch(() => undefined);
		return answer?.status === 200 || undefined;
	});
	return url;
}

const command = (name: string, ...args: readonly string[]) => podman('exec', name, 'node', ...args);

test('the service is ready on an empty volume, compares, takes commands, and ends with 0', async () => {
	const port = await testPort();
	const environment = { PORT: String(port), HOST: '127.0.0.1', OPEN_COMPARE: 'on' };
	const url = await started({ name: service, port, environment });
	const side = (name: string, content: string) => ({ name, fileName: `${name}.txt`, content });
	const form = [side('kept', 'All is well.\n'), side('sent', 'All is very well.\n')];
	const compared = await send({ method: 'POST', url: `${url}/compare`, form });
	expect(compared).toMatchObject({ status: 200 });
	expect(compared.text).toMatch(/"different"/);
	const admin = 'dist/service/commands/admin.js';
	const added = command(service, admin, 'organisation', 'add', '--name', 'Harbour');
	expect(JSON.parse(added)).toMatchObject({ id: expect.any(String) as unknown });
	expect((await send({ method: 'GET', url: `${url}/verify` })).status).toBe(200);
	expect(podman('exec', service, 'id', '-u')).toBe('10001');
	expect(() => podman('exec', service, 'touch', '/opt/sealkeeper/x')).toThrow('Read-only');
	const others = podman('exec', service, 'find', '/data', '-mindepth', '1', '-perm', '/077');
	expect(others).toBe('');
	// It prints nothing, and its code says that all is well.
	expect(podman('healthcheck', 'run', service)).toBe('');
	expect(stop(service)).toBe(0);
	expect(podman('logs', service)).not.toContain('"level":50');
}, 300_000);

test('two replicas and the exchange start by secrets in files, on PostgreSQL and Redis, and are copied', async () => {
	putRedisOnPath();
	const redis = await privateRedis(path.join(top, 'redis'));
	const secrets = path.join(top, 'secrets');
	fs.mkdirSync(secrets, { mode: 0o755 });
	const onePort = await testPort();
	const otherPort = await testPort();
	const exchangePort = await testPort();
	// The keys come from the image itself, as the page says.
	const made = ['dist/service/commands/admin.js', 'secrets', 'make', '--to', '/data/keys'];
	run({ name: keys, port: 0, environment: {}, args: made });
	expect(podman('wait', keys)).toBe('0');
	podman('cp', `${keys}:/data/keys/.`, secrets);
	fs.writeFileSync(
		path.join(secrets, 'database-url'),
		await (await sharedPostgres()).addDatabase(),
	);
	fs.writeFileSync(path.join(secrets, 'redis-url'), redis.url);
	const disks = Array.from({ length: 8 }, (_, index) => ({
		...{ kind: 'folder', name: `disk-${index}`, folder: `/buckets/disk-${index}` },
	}));
	fs.writeFileSync(path.join(secrets, 'buckets.json'), JSON.stringify({ buckets: disks }));
	fs.writeFileSync(path.join(secrets, 'exchange-secret'), 'ab'.repeat(32));
	for (const name of fs.readdirSync(secrets)) asSecret(path.join(secrets, name));
	const file = (name: string) => `/run/secrets/${name}`;
	const shared = { DATABASE_URL_FILE: file('database-url'), REDIS_URL_FILE: file('redis-url') };
	const mounts = { '/run/secrets': secrets };
	const volumes = { '/buckets': buckets };
	const ofService = {
		...shared,
		MASTER_KEYS_FILE: file('master-keys.json'),
		LOG_KEY_FILE: file('log-key.json'),
		SEAL_KEY_FILE: file('seal-key.json'),
		BUCKETS_FILE: file('buckets.json'),
		HOST: '127.0.0.1',
	};
	const one = { ...ofService, PORT: String(onePort) };
	await started({ name: first, port: onePort, environment: one, mounts, volumes });
	const other = { ...ofService, PORT: String(otherPort) };
	await started({ name: second, port: otherPort, environment: other, mounts, volumes });
	const trading = {
		...shared,
		EXCHANGE_DATA: '/data/exchange',
		EXCHANGE_SECRET_FILE: file('exchange-secret'),
		EXCHANGE_HOST: '127.0.0.1',
		EXCHANGE_PORT: String(exchangePort),
	};
	const args = ['--max-semi-space-size=16', 'dist/exchange/main.js'];
	await started({ name: exchange, port: exchangePort, environment: trading, mounts, args });
	expect(podman('exec', first, 'ls', '/data').split('\n')).not.toContain('master-keys.json');
	const { HOST: _host, ...copied } = {
		...ofService,
		EXCHANGE_SECRET_FILE: file('exchange-secret'),
	};
	run({
		name: backup,
		port: 0,
		image: backupImage,
		environment: copied,
		mounts,
		volumes: { ...volumes, '/service': first, '/exchange': exchange, '/backups': backup },
		args: ['make', '--to', '/backups/monday'],
	});
	expect([podman('wait', backup), podman('logs', backup)]).toEqual([
		'0',
		expect.stringContaining('/backups/monday'),
	]);
	expect([exchange, first, second].map(stop)).toEqual([0, 0, 0]);
	await redis.close();
}, 300_000);
