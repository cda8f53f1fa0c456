/** What operators are told by both programs: health, metrics, and a page for each. */
import fs from 'node:fs';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { systemClock } from '../../../server/clock';
import { privateRedis } from '../../../server/redis/private-redis';
import { TestDatabases } from '../../support/servers/databases';
import { startExchange } from '../../exchange/support/exchange';
import { putRedisOnPath } from '../../exchange/support/redis-program';
import { eventually, send, until } from '../../support/clients/requests';
import { startService } from '../../support/programs/service';
import { Tracker } from '../../service/assets/tracker';
import manifest from '../../../package.json';
import { programs, type Program } from './programs';

interface Exposed {
	/** By the name of the metric: its type. */
	readonly types: ReadonlyMap<string, string>;
	/** By the text of the series, labels included. */
	readonly samples: ReadonlyMap<string, number>;
}

const metricName = String.raw`[a-zA-Z_:][a-zA-Z0-9_:]*`;
const label = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\["\\n])*"`;
const sampleLine = new RegExp(
	String.raw`^(${metricName})(\{${label}(?:,${label})*\})? ([Nn]a[Nn]|[+-]Inf|-?[0-9.]+(?:e[+-]?[0-9]+)?)$`,
);
const describing = new RegExp(String.raw`^# (HELP|TYPE) (${metricName}) (.+)$`);
const suffixes = { histogram: ['_bucket', '_sum', '_count'], summary: ['', '_sum', '_count'] };

/** Reads the text form of Prometheus strictly: what is described comes first, and once. */
function parse(text: string): Exposed {
	const types = new Map<string, string>();
	const helped = new Set<string>();
	const samples = new Map<string, number>();
	if (!text.endsWith('\n')) throw new Error('the last line has no end');
	for (const line of text.split('\n')) {
		if (line === '') continue;
		const [, word, name = '', rest = ''] = describing.exec(line) ?? [];
		if (word === 'HELP') {
			if (helped.has(name)) throw new Error(`${name} is described twice`);
			helped.add(name);
		} else if (word === 'TYPE') {
			if (types.has(name) || !helped.has(name)) throw new Error(`${name} is typed wrongly`);
			types.set(name, rest);
		} else readSample(line, types, samples);
	}
	return { types, samples };
}

function readSample(
	line: string,
	types: ReadonlyMap<string, string>,
	samples: Map<string, number>,
): void {
	const [, name = '', labels = '', value = ''] = sampleLine.exec(line) ?? [];
	const isDescribed = [...types].some(([described, type]) => {
		const ends = type === 'histogram' || type === 'summary' ? suffixes[type] : [''];
		return ends.some((end) => described + end === name);
	});
	if (!isDescribed) throw new Error(`not a sample of what is described: ${line}`);
	if (samples.has(name + labels)) throw new Error(`${name}${labels} is told twice`);
	samples.set(name + labels, Number(value.replace('Inf', 'Infinity')));
}

const get = (program: Program, location: string, headers: Readonly<Record<string, string>> = {}) =>
	send({ method: 'GET', url: program.url + location, headers });

async function metricsOf(program: Program): Promise<Exposed> {
	const answer = await get(program, '/metrics');
	expect(answer.status).toBe(200);
	expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/);
	return parse(answer.text);
}

describe.each(programs)('%s', (_name, start) => {
	let program: Program;
	beforeAll(async () => {
		program = await start({});
	});
	afterAll(() => program.close());

	test('says that it lives and that all it stands on is there', async () => {
		const which = await get(program, '/health');
		expect(which.json()).toEqual({ version: manifest.version });
		const live = await get(program, '/health/live');
		expect([live.status, live.json()]).toEqual([200, { status: 'live' }]);
		const ready = await get(program, '/health/ready');
		expect([ready.status, ready.json()]).toEqual([200, { status: 'ready', ...program.parts }]);
		expect(ready.headers['cache-control']).toBe('no-store');
	});

	test('can be asked by HEAD, as load balancers do', async () => {
		for (const location of ['/health/live', '/health/ready']) {
			const answer = await send({ method: 'HEAD', url: program.url + location });
			expect([answer.status, answer.text]).toEqual([200, '']);
		}
	});

	test('tells metrics that Prometheus reads, each with type, help and unit', async () => {
		const { types, samples } = await metricsOf(program);
		expect(samples.get('process_start_time_seconds')).toBeGreaterThan(0);
		expect(types.get('nodejs_eventloop_lag_seconds')).toBe('gauge');
		const own = [...types].filter(([name]) => /^(http|sealkeeper)_/.test(name));
		expect(own.length).toBeGreaterThan(6);
		const counters = own.filter(([, type]) => type === 'counter').map(([name]) => name);
		expect(counters.filter((name) => !name.endsWith('_total'))).toEqual([]);
		expect(own.filter(([name, type]) => name.endsWith('_total') && type !== 'counter')).toEqual([]);
		const unread = [...samples].filter(([series]) => /_source_unread/.test(series));
		expect(unread.map(([, value]) => value)).toEqual(unread.map(() => 0));
		expect(unread.length).toBeGreaterThan(2);
	});

	test('counts requests by the pattern of their route and never by their address', async () => {
		const key = { 'x-api-key': program.key };
		await get(program, program.goodPath, key);
		await get(program, program.goodPath);
		await get(program, '/nowhere/of-all-places', key);
		await get(program, program.idPath('%FF'), key);
		await get(program, program.idPath('one-of-a-kind'), key);
		const seen = await until(async () => {
			const { samples } = await metricsOf(program);
			const count = (route: string, status: number) =>
				samples.get(`http_requests_total{route="${route}",method="GET",status="${status}"}`);
			const pattern = program.idPath(program.idName);
			const all = [
				count(program.goodPath, 200),
				count(program.goodPath, 401),
				count('unmatched', 404),
				count('unmatched', 400),
				samples.get(`http_request_duration_seconds_count{route="${pattern}",method="GET"}`),
			];
			return all.includes(undefined) ? undefined : { all, series: [...samples.keys()] };
		});
		expect(seen.all).toEqual([1, 1, 1, 1, 1]);
		const telling = seen.series.filter((series) => /of-all-places|one-of-a-kind|%FF/.test(series));
		expect(telling).toEqual([]);
	});

	test('answers health and metrics however often and from wherever they are asked for', async () => {
		const limited = await start({ requestsPerMinuteMax: 1 });
		const statuses = [];
		for (const location of ['/health', '/health/live', '/health/ready', '/metrics', '/metrics']) {
			statuses.push((await get(limited, location)).status);
		}
		await limited.close();
		expect(statuses).toEqual([200, 200, 200, 200, 200]);
	});
});

async function readiness(program: Pick<Program, 'url'>): Promise<readonly [number, unknown]> {
	const { status, ...answer } = await send({ method: 'GET', url: `${program.url}/health/ready` });
	return [status, answer.json()];
}

/** Asks until readiness is what it must become; what it is now was told a moment ago. */
async function untilReadiness(
	program: Pick<Program, 'url'>,
	wanted: readonly [number, unknown],
): Promise<void> {
	await until(async () => (isDeepStrictEqual(await readiness(program), wanted) ? true : undefined));
}

test('the service names storage when too few buckets are there, and serves again with them', async () => {
	const running = await startService();
	const bucket = (index: number) => path.join(running.dataFolder, 'buckets', `bucket-${index}`);
	const take = (index: number) => fs.renameSync(bucket(index), `${bucket(index)}.away`);
	const ready = {
		...{ status: 'ready', database: 'up', log: 'up' },
		...{ comparison: 'up', mail: 'folder' },
	};
	take(1);
	await untilReadiness(running, [200, { ...ready, storage: 'degraded' }]);
	take(2);
	take(3);
	await untilReadiness(running, [503, { ...ready, status: 'unready', storage: 'down' }]);
	expect(running.log()).toContain('5 buckets answer, 7 are needed');
	const { text } = await send({ method: 'GET', url: `${running.url}/metrics` });
	expect(parse(text).samples.get('sealkeeper_storage_buckets{status="down"}')).toBe(3);
	for (const index of [1, 2, 3]) fs.renameSync(`${bucket(index)}.away`, bucket(index));
	await untilReadiness(running, [200, { ...ready, storage: 'complete' }]);
	await running.close();
});

test('the service names the log while its blocks do not close', async () => {
	const running = await startService();
	const { database } = running.service;
	const { admin } = running.organisation;
	const tracker = await Tracker.ofNewProduct(running);
	const ready = {
		...{ status: 'ready', database: 'up', storage: 'complete' },
		...{ comparison: 'up', mail: 'folder' },
	};
	await tracker.asset(admin);
	const checkpoints = await until(async () => {
		const rows = await database.selectFrom('log_checkpoints').selectAll().execute();
		return rows.length > 0 ? rows : undefined;
	});
	await database.deleteFrom('log_checkpoints').execute();
	await tracker.asset(admin, 'Solar energy');
	await untilReadiness(running, [503, { ...ready, status: 'unready', log: 'down' }]);
	expect(running.log()).toContain('blocks of the log do not close');
	// Nobody writes anything more: the service tries again by itself.
	await database.insertInto('log_checkpoints').values(checkpoints).execute();
	await untilReadiness(running, [200, { ...ready, log: 'up' }]);
	await running.close();
});

test('the service says that its clock was set back behind the log, and goes on', async () => {
	let now = systemClock.now();
	const running = await startService({ clock: { now: () => now } });
	const { admin } = running.organisation;
	const tracker = await Tracker.ofNewProduct(running);
	now += 3_600_000;
	await tracker.asset(admin);
	now -= 3_600_000;
	await tracker.asset(admin, 'Solar energy');
	const ready = {
		...{ status: 'ready', database: 'up', log: 'up', storage: 'complete' },
		...{ comparison: 'up', mail: 'folder' },
	};
	await untilReadiness(running, [200, { ...ready, clock: 'alarm: 3600 s behind the log' }]);
	const { text } = await send({ method: 'GET', url: `${running.url}/metrics` });
	expect(parse(text).samples.get('sealkeeper_log_clock_behind_seconds')).toBe(3_600);
	await eventually(() => expect(running.log()).toContain('set the clock right'));
	now += 3_600_000;
	await untilReadiness(running, [200, ready]);
	await running.close();
});

test('the exchange names Redis while it does not answer, and its other metrics are told', async () => {
	putRedisOnPath();
	const databases = new TestDatabases();
	const place = await databases.place('SQLite');
	const redis = await privateRedis(place.dataFolder);
	const running = await startExchange(place, { redisUrl: redis.url }, 'api');
	const pid = redis.pid();
	if (pid === undefined) throw new Error('the private Redis does not run');
	process.kill(pid, 'SIGSTOP');
	// Both wait for Redis as long as they may.
	const [{ text }] = await Promise.all([
		send({ method: 'GET', url: `${running.url}/metrics` }),
		untilReadiness(running, [
			503,
			{ status: 'unready', database: 'up', redis: 'down', folder: 'up' },
		]),
	]);
	const { samples } = parse(text);
	expect(samples.get('sealkeeper_metrics_source_unread{source="queues"}')).toBe(1);
	expect(samples.get('sealkeeper_metrics_source_unread{source="lanes"}')).toBe(0);
	process.kill(pid, 'SIGCONT');
	await untilReadiness(running, [
		200,
		{ status: 'ready', database: 'up', redis: 'up', folder: 'up' },
	]);
	await running.close();
	await redis.close();
	await databases.close();
});

test('the exchange tells how far a lane is behind its log, and its connections to PostgreSQL', async () => {
	putRedisOnPath();
	const databases = new TestDatabases();
	const place = await databases.place('PostgreSQL');
	const redis = await privateRedis(place.dataFolder);
	// The API alone: no worker carries the order out.
	const running = await startExchange(place, { redisUrl: redis.url }, 'api');
	const { key } = running.northwind;
	const order = { symbol: 'CREDIT-EUR', type: 'LIMIT', side: 'SELL', price: '1', quantity: '1' };
	const body = { ...order, newOrderRespType: 'ACK' };
	expect((await running.call('POST', '/orders', { key, body })).status).toBe(201);
	const { text } = await send({ method: 'GET', url: `${running.url}/metrics` });
	const { samples } = parse(text);
	const prefix = 'sealkeeper_exchange';
	expect(samples.get(`${prefix}_lane_lag_commands{market="CREDIT-EUR"}`)).toBe(1);
	expect(samples.get(`${prefix}_commands_accepted_total{market="CREDIT-EUR"}`)).toBe(1);
	expect(samples.get(`${prefix}_commands_committed_total{market="CREDIT-EUR"}`)).toBe(0);
	expect(samples.get(`${prefix}_queue_jobs{queue="lanes",state="waiting"}`)).toBe(1);
	expect(samples.get(`${prefix}_intents{state="HELD_FOR_REVIEW"}`)).toBe(0);
	const connections = ['in_use', 'idle'].map(
		(state) => samples.get(`sealkeeper_database_pool_connections{state="${state}"}`) ?? 0,
	);
	expect(connections.reduce((sum, count) => sum + count)).toBeGreaterThan(0);
	await running.close();
	await redis.close();
	await databases.close();
});

test('an application of its own counts for itself', async () => {
	const [first, second] = await Promise.all([startService(), startService()]);
	await send({ method: 'GET', url: `${first.url}/samples/agreement.txt` });
	const { text } = await send({ method: 'GET', url: `${second.url}/metrics` });
	expect(text).not.toContain('/samples/agreement.txt');
	await Promise.all([first.close(), second.close()]);
});

describe('of the metrics that programs tell', () => {
	const folder = path.join(__dirname, '..', '..', '..', 'docs');
	/** Every series of both programs, and the names that are our own. */
	const told = new Set<string>();
	const own = new Set<string>();
	/** Every label with its value, as `state="UNKNOWN"`. */
	const labels = new Set<string>();
	beforeAll(async () => {
		for (const [, start] of programs) {
			const program = await start({});
			const { types, samples } = await metricsOf(program);
			await program.close();
			for (const sample of samples.keys()) {
				for (const [label] of sample.matchAll(/[a-z]+="[^"]*"/g)) labels.add(label);
			}
			for (const [name, type] of types) {
				for (const end of type === 'histogram' ? suffixes.histogram : ['']) told.add(name + end);
				if (/^(http|sealkeeper)_/.test(name)) own.add(name);
			}
		}
	});

	interface Panel {
		readonly title: string;
		readonly targets?: readonly { readonly expr: string }[];
	}
	const dashboard = fs.readFileSync(path.join(folder, 'grafana', 'sealkeeper.json'), 'utf8');
	const queries = (JSON.parse(dashboard) as { panels: readonly Panel[] }).panels.flatMap(
		({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })),
	);

	/** What a query names; functions, strings, labels and the lists of `by (...)` left out. */
	function metricsIn(query: string): string[] {
		const bare = query
			.replace(/"[^"]*"/g, '')
			.replace(/\{[^}]*\}/g, '')
			.replace(/\[[^\]]*\]/g, '')
			.replace(/\b(by|without|on|group_left)\s*\([^)]*\)/g, '');
		return [...bare.matchAll(/[a-zA-Z_:][a-zA-Z0-9_:]*/g)]
			.filter(({ 0: word, index }) => !/^\s*\(/.test(bare.slice(index + word.length)))
			.map(([word]) => word);
	}

	test('every panel of the dashboard asks for some, and for no others', () => {
		expect(queries.length).toBeGreaterThan(20);
		const asked = queries.map(({ title, expr }) => ({ title, names: metricsIn(expr) }));
		expect(asked.filter(({ names }) => names.length === 0)).toEqual([]);
		expect(asked.filter(({ names }) => !names.every((name) => told.has(name)))).toEqual([]);
	});

	const alerts = fs.readFileSync(path.join(folder, 'grafana', 'alerts.yml'), 'utf8');
	const conditions = [...alerts.matchAll(/^ +- alert: (\w+)\n +expr: (.*)$/gm)].map(
		([, title = '', expr = '']) => ({ title, expr }),
	);

	test('every alert asks for some, and for no others, by labels that they have', () => {
		expect(conditions).toHaveLength(alerts.match(/alert:/g)?.length ?? 0);
		expect(conditions.length).toBeGreaterThan(15);
		const prometheus = new Set(['up', 'and', 'or']);
		const isTold = (name: string) => told.has(name) || prometheus.has(name);
		const asked = conditions.map(({ title, expr }) => ({ title, names: metricsIn(expr) }));
		expect(asked.filter(({ names }) => !names.every(isTold))).toEqual([]);
		const named = conditions.flatMap(({ expr }) =>
			[...expr.matchAll(/(state|status)="([A-Za-z_]+)"/g)].map(([label]) => label),
		);
		expect(named.filter((label) => !labels.has(label))).toEqual([]);
	});

	test('the dashboard never adds up what each part of the exchange reads from one place', () => {
		const summed = queries.filter(({ expr }) => /\bsum\b.*sealkeeper_exchange_/.test(expr));
		expect(summed).toEqual([]);
	});

	test('the page for operators explains no others', () => {
		const page = fs.readFileSync(path.join(folder, 'operating.md'), 'utf8');
		const explained = [...page.matchAll(/`((?:http|sealkeeper)_[a-z_]+)`/g)].map(
			([, name]) => name,
		);
		expect(explained.length).toBeGreaterThan(20);
		expect(explained.filter((name) => !own.has(name ?? ''))).toEqual([]);
	});
});
