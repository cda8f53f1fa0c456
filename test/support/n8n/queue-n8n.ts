/**
 * A real n8n in queue mode, as `docs/running.md` says it is set up: a main process, a webhook process and two
 * workers over one Redis and one PostgreSQL, each with a user folder and our package of its own. What they
 * share is in those two alone. A proxy in front of them sends each webhook to the process for webhooks.
 */
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { privateRedis, type RunningRedis } from '../../../server/redis/private-redis';
import { startChild, type Child } from '../../../start/machine/child-process';
import { loopback } from '../../../start/machine/free-port';
import { testPort } from '../run/ports';
import { untilReady } from '../../../start/machine/http-probe';
import { n8nEnvironment } from '../../../start/n8n/environment';
import { ownerOf } from '../../../start/n8n/home';
import { setUpOwner, type N8nServer } from '../../../start/n8n/server';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { TestN8n } from './n8n';
import { sharedPostgres } from '../servers/shared-postgres';

const readyDeadlineMs = 300_000;

interface Shared {
	readonly address: string;
	readonly environment: NodeJS.ProcessEnv;
}

export class QueueN8n {
	private readonly children: Child[] = [];
	private readonly front = new Front();

	private constructor(
		private readonly installed: TestN8n,
		private readonly redis: RunningRedis,
		private readonly shared: Shared,
	) {}

	/** Processes that are ready; the caller closes them. */
	static async open(): Promise<QueueN8n> {
		putRedisOnPath();
		const installed = await TestN8n.open();
		const { folder } = installed.home;
		const redis = await privateRedis(path.join(folder, 'queue'));
		const address = `http://${loopback}:${await testPort()}`;
		const postgres = new URL(await (await sharedPostgres()).addDatabase());
		const environment = {
			...{ EXECUTIONS_MODE: 'queue', OFFLOAD_MANUAL_EXECUTIONS_TO_WORKERS: 'true' },
			...redisSettings(new URL(redis.url)),
			...postgresSettings(postgres),
			// A worker builds the addresses by which a sleeping execution is woken.
			...{ WEBHOOK_URL: `${address}/`, N8N_EDITOR_BASE_URL: `${address}/` },
		};
		const opened = new QueueN8n(installed, redis, { address, environment });
		await opened.front.listen(Number(new URL(address).port));
		await opened.startMain();
		await Promise.all([
			opened.startBeside('hooks', ['webhook']),
			...['one', 'two'].map((name) => opened.startBeside(name, ['worker', '--concurrency=5'])),
		]);
		return opened;
	}

	get server(): N8nServer {
		const [child] = this.children;
		if (child === undefined) throw new Error('n8n was not started');
		return { child, address: this.shared.address, owner: ownerOf(this.installed.home) };
	}

	/** Where workflows find the files they read. */
	get filesFolder(): string {
		return path.join(this.installed.home.folder, '.n8n-files');
	}

	/** How many executions each process has carried out, by what it says: the main one, then the workers. */
	finished(): readonly number[] {
		const { logFile } = this.installed.home;
		return [logFile, `${logFile}.one`, `${logFile}.two`].map(
			(file) => fs.readFileSync(file, 'utf8').match(/Worker finished execution/g)?.length ?? 0,
		);
	}

	/** How many calls of webhooks the process for webhooks got. */
	get webhookCalls(): number {
		return this.front.webhookCalls;
	}

	async close(): Promise<void> {
		await this.front.close();
		await Promise.all(this.children.map((child) => child.stop()));
		await this.redis.close();
		await this.installed.close();
	}

	private async startMain(): Promise<void> {
		const { home } = this.installed;
		const port = await testPort();
		this.front.mainPort = port;
		const child = await this.start({ args: ['start'], folder: home.folder, port });
		await this.ready(child, `http://${loopback}:${port}/healthz/readiness`);
		await setUpOwner(this.shared.address, ownerOf(home));
	}

	private async startBeside(name: string, args: readonly string[]): Promise<void> {
		const { home } = this.installed;
		const folder = `${home.folder}-${name}`;
		fs.cpSync(path.join(home.folder, '.n8n', 'nodes'), path.join(folder, '.n8n', 'nodes'), {
			...{ recursive: true, verbatimSymlinks: true },
		});
		const port = await testPort();
		if (args[0] === 'webhook') this.front.webhookPort = port;
		const child = await this.start({ args, folder, port, name });
		await this.ready(child, `http://${loopback}:${port}/healthz/readiness`);
	}

	private async start(wanted: {
		readonly args: readonly string[];
		readonly folder: string;
		readonly port: number;
		readonly name?: string;
	}): Promise<Child> {
		const { home } = this.installed;
		const { args, folder, port, name } = wanted;
		const brokerPort = await testPort();
		const { encryptionKey, logFile, recordFolder } = home;
		const child = await startChild({
			name: `n8n ${args[0]}`,
			command: process.execPath,
			args: [home.host.script, ...args],
			folder: home.folder,
			environment: {
				...n8nEnvironment({ home: folder, encryptionKey, port, brokerPort }),
				...this.shared.environment,
				...{ QUEUE_HEALTH_CHECK_ACTIVE: 'true', QUEUE_HEALTH_CHECK_PORT: String(port) },
				// The main process leaves webhooks to the process for them.
				N8N_DISABLE_PRODUCTION_MAIN_PROCESS: 'true',
				// The files that workflows read lie on a folder that all of them see.
				N8N_RESTRICT_FILE_ACCESS_TO: path.join(home.folder, '.n8n-files'),
			},
			logFile: name === undefined ? logFile : `${logFile}.${name}`,
			recordFolder,
		});
		this.children.push(child);
		return child;
	}

	private ready(child: Child, url: string): Promise<unknown> {
		const { signal } = new AbortController();
		return untilReady({ child, url, signal, deadlineMs: readyDeadlineMs });
	}
}

/** The proxy in front: webhooks, and waits that end by one, go to their process, the rest to the main one. */
class Front {
	mainPort = 0;
	webhookPort = 0;
	webhookCalls = 0;
	private readonly server = http.createServer((request, response) => {
		const isWebhook = /^\/(webhook|webhook-waiting|form|form-waiting)\//.test(request.url ?? '');
		if (isWebhook) this.webhookCalls += 1;
		const { method, url: path, headers } = request;
		const port = isWebhook ? this.webhookPort : this.mainPort;
		const onward = http.request({ host: loopback, port, method, path, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});

	async listen(port: number): Promise<void> {
		this.server.listen(port, loopback);
		await once(this.server, 'listening');
	}

	async close(): Promise<void> {
		const closed = once(this.server.close(), 'close');
		this.server.closeAllConnections();
		await closed;
	}
}

function redisSettings({ hostname, port, password }: URL): NodeJS.ProcessEnv {
	return {
		QUEUE_BULL_REDIS_HOST: hostname,
		QUEUE_BULL_REDIS_PORT: port,
		QUEUE_BULL_REDIS_PASSWORD: decodeURIComponent(password),
	};
}

function postgresSettings({ hostname, port, username, password, pathname }: URL) {
	return {
		DB_TYPE: 'postgresdb',
		DB_POSTGRESDB_HOST: hostname,
		DB_POSTGRESDB_PORT: port,
		DB_POSTGRESDB_DATABASE: pathname.slice(1),
		DB_POSTGRESDB_USER: decodeURIComponent(username),
		DB_POSTGRESDB_PASSWORD: decodeURIComponent(password),
	};
}
