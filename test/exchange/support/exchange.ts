/**
 * A running exchange for tests: the real one, API and workers in this process, on a free port,
 * with a Redis and a database of its own, the demo market and its two funded traders. With a
 * Redis given, it may be the API alone, and the test carries the log out when it wants to.
 */
import { PassThrough } from 'node:stream';
import { Accounts } from '../../../exchange/accounts/accounts';
import { systemClock, type Clock } from '../../../server/clock';
import { readConfig, type Config } from '../../../exchange/config';
import type { Database, DatabasePlace } from '../../../exchange/database/database';
import { demoMarket, ensureDemo } from '../../../exchange/demo/demo';
import { Markets } from '../../../exchange/trading/markets/markets';
import { listeningUrl } from '../../../server/http/listening-url';
import { openExchange, type Edges, type Exchange } from '../../../exchange/exchange';
import { putRedisOnPath } from './redis-program';
import { putMigratedFile } from '../../support/servers/migrated-databases';

export interface Trader {
	readonly accountId: string;
	readonly key: string;
}

export interface Answer {
	readonly status: number;
	readonly body: unknown;
	readonly headers: Headers;
}

/** A running exchange on an empty database. */
export interface BareExchange {
	readonly url: string;
	readonly exchange: Exchange;
	readonly administratorKey: string;
	/** Everything logged so far. */
	log(): string;
	/** One request; `key` of the trader, or none. */
	call(method: string, path: string, options?: CallOptions): Promise<Answer>;
	close(): Promise<void>;
}

export interface CallOptions {
	readonly key?: string;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
}

/** The same with the demo market. */
export interface RunningExchange extends BareExchange {
	/** Sells. */
	readonly northwind: Trader;
	/** Buys. */
	readonly harbour: Trader;
}

/** What a test sets otherwise than it is without a setting. */
export type Overrides = Partial<Config> & Partial<Omit<Edges, 'log'>>;

/** So long that only what never comes is not waited for. */
export const patientWaits = { commandMs: 60_000, transferMs: 60_000 };

export async function startExchange(
	place: DatabasePlace,
	overrides: Overrides = {},
	part: 'both' | 'api' = 'both',
): Promise<RunningExchange> {
	const bare = await startBareExchange(place, overrides, part);
	const { database } = bare.exchange;
	const { clock = systemClock } = overrides;
	await addMarket(database, clock);
	const { traders } = await ensureDemo({ database, clock }, { withNewKeys: true });
	const [northwind, harbour] = traders.map(({ accountId, key = '' }) => ({ accountId, key }));
	if (northwind === undefined || harbour === undefined) throw new Error('a trader is missing');
	return { ...bare, northwind, harbour };
}

/** The demo's market without rules that bind prices, so that tests may trade at any. */
async function addMarket(database: Database, clock: Clock): Promise<void> {
	const markets = new Markets(database, clock);
	await markets.addAsset('CREDIT', 0);
	await markets.addAsset('EUR', 4);
	if ((await markets.find(demoMarket.symbol)) === undefined) await markets.add(demoMarket);
}

export async function startBareExchange(
	place: DatabasePlace,
	{ pagesFolder, clock = systemClock, waits = patientWaits, nowMs, ...overrides }: Overrides = {},
	part: 'both' | 'api' = 'both',
): Promise<BareExchange> {
	putRedisOnPath();
	await putMigratedFile('exchange', place);
	const logged: string[] = [];
	const log = new PassThrough();
	log.on('data', (chunk: Buffer) => logged.push(chunk.toString()));
	const config: Config = {
		...readConfig({ LOG_LEVEL: 'info', EXCHANGE_DATA: place.dataFolder }),
		requestsPerMinuteMax: 100_000,
		wrongKeysPerMinuteMax: 100_000,
		...overrides,
		...place,
		port: 0,
	};
	const exchange = await openExchange(config, part, {
		clock,
		waits,
		nowMs,
		log,
		...(pagesFolder !== undefined && { pagesFolder }),
	});
	const { app, database } = exchange;
	await app.listen({ host: '127.0.0.1', port: 0 });
	const url = listeningUrl(app);
	const administrator = await new Accounts(database, clock).addKey(null, 'test');
	return {
		url,
		exchange,
		administratorKey: administrator.key,
		log: () => logged.join(''),
		call: (method, path, options) => callExchange(url + path, method, options),
		close: () => exchange.close(),
	};
}

async function callExchange(
	url: string,
	method: string,
	{ key, body, headers = {} }: CallOptions = {},
): Promise<Answer> {
	const answer = await fetch(url, {
		method,
		headers: {
			...(key !== undefined && { 'x-api-key': key }),
			...(body !== undefined && { 'content-type': 'application/json' }),
			...headers,
		},
		...(body !== undefined && { body: JSON.stringify(body) }),
	});
	const text = await answer.text();
	const json = answer.headers.get('content-type')?.includes('json') ?? false;
	return { status: answer.status, body: json ? JSON.parse(text) : text, headers: answer.headers };
}

export interface ReadEvent {
	readonly event: string;
	readonly id: string | undefined;
	readonly data: Readonly<Record<string, unknown>>;
}

/** Reads server-sent events one by one. */
export class EventReader {
	private text = '';
	private readonly decoder = new TextDecoder();

	private constructor(
		private readonly reader: ReadableStreamDefaultReader<Uint8Array>,
		private readonly stop: AbortController,
	) {}

	static async open(
		url: string,
		headers: Readonly<Record<string, string>> = {},
	): Promise<EventReader> {
		const stop = new AbortController();
		const answer = await fetch(url, { headers, signal: stop.signal });
		if (answer.status !== 200 || answer.body === null) {
			throw new Error(`the stream answers ${answer.status}: ${await answer.text()}`);
		}
		return new EventReader(answer.body.getReader(), stop);
	}

	/** The next event; undefined when the stream has ended. */
	async next(): Promise<ReadEvent | undefined> {
		for (;;) {
			const end = this.text.indexOf('\n\n');
			if (end >= 0) {
				const block = this.text.slice(0, end);
				this.text = this.text.slice(end + 2);
				const line = (name: string) =>
					block
						.split('\n')
						.find((candidate) => candidate.startsWith(`${name}: `))
						?.slice(name.length + 2);
				const data = line('data');
				if (data === undefined) continue;
				return { event: line('event') ?? '', id: line('id'), data: JSON.parse(data) };
			}
			const { done, value } = await this.reader.read();
			if (done) return undefined;
			this.text += this.decoder.decode(value, { stream: true });
		}
	}

	close(): void {
		this.stop.abort();
	}
}
