/**
 * `/metrics` in the form of Prometheus: the process, the requests by route, method and status, and
 * what the program reads from where it stands. Readings are taken when they are asked for, so they
 * cannot drift from the truth; anybody may ask, so they are taken at most once a second. What an
 * application counts is its own.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../deadline';
import { cachedFor } from './cached';

export interface MetricDescription {
	/** What only grows, by its name in `_total`, is a counter. */
	readonly help: string;
	readonly labels?: readonly string[];
}

export interface Sample {
	readonly labels?: Readonly<Record<string, string>>;
	readonly value: number;
}

/** Metrics that are read together, from one place. */
export interface MetricSource<Name extends string = string> {
	/** Named where it cannot be read. */
	readonly source: string;
	readonly metrics: Readonly<Record<Name, MetricDescription>>;
	read(): Promise<Readonly<Record<Name, readonly Sample[]>>>;
}

const keepMs = 1_000;
const timeoutMs = 5_000;

/** From what an index answers to what is a reason to look. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

let registryOfProcess: Registry | undefined;

/** One registry for the process, because its collectors cannot be stopped. */
function processRegistry(): Registry {
	if (registryOfProcess === undefined) {
		registryOfProcess = new Registry();
		collectDefaultMetrics({ register: registryOfProcess });
	}
	return registryOfProcess;
}

type OnUnread = (fault: unknown, source: string) => void;

export class Metrics {
	private readonly process = processRegistry();
	private readonly registry = new Registry();
	private readonly sources: ((onUnread: OnUnread) => Promise<void>)[] = [];
	private readonly requests = new Counter({
		name: 'http_requests_total',
		help: 'Requests answered, by the pattern of their route; unmatched where there is none.',
		labelNames: ['route', 'method', 'status'],
		registers: [this.registry],
	});
	private readonly durations = new Histogram({
		name: 'http_request_duration_seconds',
		help: 'Time from the head of a request to the end of its reply; streams are not counted.',
		labelNames: ['route', 'method'],
		buckets: durationBuckets,
		registers: [this.registry],
	});
	private readonly unread = new Gauge({
		name: 'sealkeeper_metrics_source_unread',
		help: '1 where the latest reading failed; the metrics of the source are older then.',
		labelNames: ['source'],
		registers: [this.registry],
	});

	get contentType(): string {
		return this.registry.contentType;
	}

	/** Has a source read whenever metrics are asked for. */
	add<Name extends string>({ source, metrics, read }: MetricSource<Name>): void {
		const described = Object.entries<MetricDescription>(metrics);
		const made = described.map(([name, { help, labels = [] }]) => {
			const options = { name, help, labelNames: [...labels], registers: [this.registry] };
			return [
				name as Name,
				name.endsWith('_total') ? new Counter(options) : new Gauge(options),
			] as const;
		});
		this.sources.push(async (onUnread) => {
			try {
				const samples = await within(timeoutMs, read());
				for (const [name, metric] of made) {
					metric.reset();
					for (const { labels = {}, value } of samples[name]) metric.inc(labels, value);
				}
				this.unread.set({ source }, 0);
			} catch (fault) {
				this.unread.set({ source }, 1);
				onUnread(fault, source);
			}
		});
	}

	countRequest(request: FastifyRequest, reply: FastifyReply): void {
		const route = request.routeOptions.url ?? 'unmatched';
		const { method } = request;
		this.requests.inc({ route, method, status: String(reply.statusCode) });
		const isStream = String(reply.raw.getHeader('content-type')).startsWith('text/event-stream');
		if (!isStream) this.durations.observe({ route, method }, reply.elapsedTime / 1000);
	}

	/** What is no HTTP has neither route nor method. */
	countUnreadable(status: number): void {
		this.requests.inc({ route: 'unmatched', method: 'none', status: String(status) });
	}

	async text(onUnread: OnUnread): Promise<string> {
		await Promise.all(this.sources.map((read) => read(onUnread)));
		return (await this.process.metrics()) + (await this.registry.metrics());
	}
}

/** Counts every request of the application and shows its metrics. */
export function mountMetrics(app: FastifyInstance, metrics: Metrics): void {
	const text = cachedFor(keepMs, () =>
		metrics.text((fault, source) =>
			app.log.error({ err: fault, source }, 'metrics could not be read'),
		),
	);
	app.addHook('onResponse', (request, reply, done) => {
		metrics.countRequest(request, reply);
		done();
	});
	app.get('/metrics', { config: { isUnlimited: true } }, async (_request, reply) =>
		reply
			.type(metrics.contentType)
			.header('cache-control', 'no-store')
			.send(await text()),
	);
}
