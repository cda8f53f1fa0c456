/**
 * A real S3 server: OpenStack Swift with its s3api, from Debian's packages.
 * They are fetched by apt-get and unpacked into the user's cache folder once, nothing is installed,
 * no root is needed; the servers run on free ports and keep everything in a folder of their own.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { libraryPathOf } from '../../../server/redis/program';
import { testPort } from '../run/ports';
import { until } from '../clients/requests';
import { unpackedOnce } from './unpacked-packages';

const packages = [
	'swift-proxy',
	'swift-account',
	'swift-container',
	'swift-object',
	'swift',
	'memcached',
];
const storageServers = ['account', 'container', 'object'] as const;
const python = '/usr/bin/python3';

/** Where Swift lies, fetched when it is not there yet. */
export function unpackSwift(): string {
	return unpackedOnce('swift', packages);
}

export const swiftKeyId = 'test:tester';
export const swiftSecret = 'testing';

/** Settles when something listens on the port; fails when the process ends first. */
async function listening(port: number, process: ChildProcess): Promise<void> {
	await until(async () => {
		if (process.exitCode !== null || process.signalCode !== null) {
			throw new Error(`a server of Swift ended before it listened on port ${port}`);
		}
		const socket = net.connect(port, '127.0.0.1');
		const connected = await once(socket, 'connect').then(
			() => true,
			() => undefined,
		);
		socket.destroy();
		return connected;
	});
}

const launcher = `import sys
from swift.common import utils
utils.set_swift_dir(sys.argv[1])
from swift.common.wsgi import run_wsgi
sys.exit(run_wsgi(sys.argv[2], sys.argv[3], verbose=True))
`;

/** Says which server has its one device behind which port. */
const ringMaker = `import sys
from swift.common.ring.builder import RingBuilder
for name, port in (each.split(':') for each in sys.argv[2:]):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'one', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(sys.argv[1] + '/' + name + '.ring.gz')
`;

export class SwiftServer {
	private readonly folder = fs.mkdtempSync(path.join(os.tmpdir(), 'swift-'));
	private readonly processes: ChildProcess[] = [];
	private readonly ports = new Map<string, number>();
	private readonly environment: NodeJS.ProcessEnv;

	private constructor(private readonly root: string) {
		this.environment = {
			PATH: process.env['PATH'],
			PYTHONPATH: path.join(root, 'usr/lib/python3/dist-packages'),
			LD_LIBRARY_PATH: libraryPathOf(root),
		};
	}

	static async start(): Promise<SwiftServer> {
		const server = new SwiftServer(unpackSwift());
		try {
			await server.run();
			return server;
		} catch (error) {
			await server.stop();
			throw error;
		}
	}

	get endpoint(): string {
		return `http://127.0.0.1:${this.ports.get('proxy')}`;
	}

	/** What the servers have said so far. */
	log(): string {
		return fs.readFileSync(this.logFile, 'utf8');
	}

	async stop(): Promise<void> {
		for (const each of this.processes) {
			if (each.exitCode !== null || each.signalCode !== null) continue;
			const ended = once(each, 'exit');
			each.kill('SIGKILL');
			await ended;
		}
		fs.rmSync(this.folder, { recursive: true });
	}

	private get logFile(): string {
		return path.join(this.folder, 'log');
	}

	private async run(): Promise<void> {
		fs.mkdirSync(path.join(this.folder, 'devices', 'one'), { recursive: true });
		for (const name of ['memcached', 'proxy', ...storageServers]) {
			this.ports.set(name, await testPort());
		}
		this.write(
			'swift.conf',
			'[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n',
		);
		this.write('launch.py', launcher);
		const memcached = path.join(this.root, 'usr/bin/memcached');
		const user = process.getuid?.() === 0 ? ['-u', 'root'] : [];
		this.makeRings();
		for (const name of storageServers) this.write(`${name}.conf`, this.storageConf(name));
		this.write('proxy.conf', this.proxyConf());
		const port = this.port('memcached');
		await Promise.all([
			this.spawn('memcached', memcached, ['-l', '127.0.0.1', '-p', port, ...user]),
			...[...storageServers, 'proxy'].map((name) => this.launch(name)),
		]);
	}

	private makeRings(): void {
		const ports = storageServers.map((name) => `${name}:${this.port(name)}`);
		const made = ['-c', ringMaker, this.folder, ...ports];
		execFileSync(python, made, { env: this.environment });
	}

	private launch(name: string): Promise<void> {
		const conf = path.join(this.folder, `${name}.conf`);
		const launch = path.join(this.folder, 'launch.py');
		return this.spawn(name, python, [launch, this.folder, conf, `${name}-server`]);
	}

	private async spawn(name: string, command: string, args: readonly string[]): Promise<void> {
		const log = fs.openSync(this.logFile, 'a');
		const started = spawn(command, args, { env: this.environment, stdio: ['ignore', log, log] });
		fs.closeSync(log);
		this.processes.push(started);
		await once(started, 'spawn');
		await listening(Number(this.port(name)), started);
	}

	private port(name: string): string {
		return String(this.ports.get(name));
	}

	private write(name: string, content: string): void {
		fs.writeFileSync(path.join(this.folder, name), content);
	}

	private common(name: string): string {
		return [
			'[DEFAULT]',
			'bind_ip = 127.0.0.1',
			`bind_port = ${this.port(name)}`,
			'workers = 0',
			`user = ${os.userInfo().username}`,
			`swift_dir = ${this.folder}`,
			`devices = ${path.join(this.folder, 'devices')}`,
			'mount_check = false',
		].join('\n');
	}

	private storageConf(name: string): string {
		return `${this.common(name)}
[pipeline:main]
pipeline = ${name}-server
[app:${name}-server]
use = egg:swift#${name}
`;
	}

	private proxyConf(): string {
		return `${this.common('proxy')}
[pipeline:main]
pipeline = cache s3api tempauth proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:${this.port('memcached')}
[filter:tempauth]
use = egg:swift#tempauth
user_${swiftKeyId.replace(':', '_')} = ${swiftSecret} .admin
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
`;
	}
}
