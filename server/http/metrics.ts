/**
 * `/metrics` for Prometheus: process, requests by route, method and status, and the program's own
 * sources. Sources are read on request, so they cannot drift, and at most once a second, because
 * anybody may call it.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { within } from '../deadline';
import { cachedFor } from './cached';

export interface MetricDescription {
	/** A name that ends with `_total` makes it a counter. */
	readonly help: string;
	readonly labels?: readonly string[];
}

export interface Sample {
	readonly labels?: Readonly<Record<string, string>>;
	readonly value: number;
}

/** Metrics that are read together. */
export interface MetricSource<Name extends string = string> {
	/** Name of the source, shown if it cannot be read. */
	readonly source: string;
	readonly metrics: Readonly<Record<Name, MetricDescription>>;
	read(): Promise<Readonly<Record<Name, readonly Sample[]>>>;
}

const keepMs = 1_000;
const timeoutMs = 5_000;

/** From a fast index look-up to a suspicious duration. */
const durationBuckets = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

let registryOfProcess: Registry | undefined;

/** One registry per process, because its collectors cannot be stopped. */
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

	/** Adds a source, which is read on every request for metrics. */
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

	/** Counts input that is not HTTP, which has neither route nor method. */
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
