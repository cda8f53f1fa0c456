/**
 * Switches traces on where the environment asks for them by the names of OpenTelemetry. Only then is
 * its SDK loaded, which takes time and memory.
 */
import { randomUUID } from 'node:crypto';
import { diag, DiagLogLevel, trace } from '@opentelemetry/api';
import { within } from '../deadline';
import { version } from '../release';
import { tellOperator, type Running } from '../running';
import { readTraceSettings, traceSettings } from './settings';
import { traceWith } from './spans';

const flushMsMax = 5_000;

/**
 * Opens a program with its traces, which have its name. At its end they are flushed, for a few seconds
 * at most.
 */
export function withTraces(name: string, open: () => Promise<Running>): () => Promise<Running> {
	return async () => {
		if (!isWanted()) return open();
		const faults = { tell: (fault: unknown) => tellOperator(`traces: ${String(fault)}`) };
		const provider = await startTracing(name, faults);
		const running = await open();
		const { repeatedFaults } = running.app;
		faults.tell = (fault) => repeatedFaults.tell(fault, 'traces could not be exported');
		const close = async () => {
			try {
				await running.close();
			} finally {
				await within(flushMsMax, provider.shutdown()).catch(faults.tell);
			}
		};
		return { ...running, close };
	};
}

/** Throws a SettingRefused. */
function isWanted(): boolean {
	const { env } = process;
	const isNamed = Object.keys(env).some((variable) => variable.startsWith('OTEL_'));
	if (!isNamed || env[traceSettings.isDisabled.variable] === 'true') return false;
	const settings = readTraceSettings(env);
	// From their files, for the exporter.
	const { headers, tracesHeaders } = settings;
	if (headers !== undefined) env[traceSettings.headers.variable] = headers;
	if (tracesHeaders !== undefined) env[traceSettings.tracesHeaders.variable] = tracesHeaders;
	const hasEndpoint = (settings.endpoint ?? settings.tracesEndpoint) !== undefined;
	return (settings.exporter ?? (hasEndpoint ? 'otlp' : 'none')) === 'otlp';
}

async function startTracing(name: string, faults: { tell: (fault: unknown) => void }) {
	const { setGlobalErrorHandler, W3CTraceContextPropagator } = await import('@opentelemetry/core');
	const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
	const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
	setGlobalErrorHandler((fault) => faults.tell(fault));
	const warn = (message: string) => faults.tell(new Error(message));
	const silent = () => undefined;
	const logger = { error: warn, warn, info: silent, debug: silent, verbose: silent };
	diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
	const provider = new NodeTracerProvider({
		resource: await resourceOf(name),
		spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
	});
	// Without baggage, which strangers could send through us.
	provider.register({ propagator: new W3CTraceContextPropagator() });
	traceWith(trace.getTracer('sealkeeper', version));
	return provider;
}

/** What the environment says goes over what we know. */
async function resourceOf(name: string) {
	const { defaultResource, detectResources, envDetector, resourceFromAttributes } =
		await import('@opentelemetry/resources');
	const own = resourceFromAttributes({
		'service.name': name,
		'service.version': version,
		'service.instance.id': randomUUID(),
	});
	return defaultResource()
		.merge(own)
		.merge(detectResources({ detectors: [envDetector] }));
}
