/**
 * Switches traces on where the environment asks for them by the names of OpenTelemetry. Only then is
 * its SDK loaded, which takes time and memory.
 */
import { randomUUID } from 'node:crypto';
import { diag, DiagLogLevel, trace } from '@opentelemetry/api';
import { within } from '../deadline';
import { version } from '../release';
import { readTraceSettings, traceSettings } from './settings';
import { traceWith } from './spans';

export interface Tracing {
	/** Has what goes wrong with the export told here. */
	tellTo(tell: (fault: unknown) => void): void;
	/** Sends what is still to be sent, for a few seconds at most. */
	close(): Promise<void>;
}

const flushMsMax = 5_000;

/** Throws a SettingRefused; undefined if nothing asks for traces. */
export async function startTracing(
	programName: string,
	tellOperator: (sentence: string) => void,
): Promise<Tracing | undefined> {
	const { env } = process;
	if (env[traceSettings.isDisabled.variable] === 'true') return undefined;
	const settings = readTraceSettings(env);
	const hasEndpoint = (settings.endpoint ?? settings.tracesEndpoint) !== undefined;
	if ((settings.exporter ?? (hasEndpoint ? 'otlp' : 'none')) === 'none') return undefined;
	// From their files, for the exporter.
	const { headers, tracesHeaders } = settings;
	if (headers !== undefined) env[traceSettings.headers.variable] = headers;
	if (tracesHeaders !== undefined) env[traceSettings.tracesHeaders.variable] = tracesHeaders;
	return openTracing(programName, tellOperator);
}

async function openTracing(
	programName: string,
	tellOperator: (sentence: string) => void,
): Promise<Tracing> {
	let tell = (fault: unknown): void => tellOperator(`traces: ${String(fault)}`);
	const { setGlobalErrorHandler, W3CTraceContextPropagator } = await import('@opentelemetry/core');
	setGlobalErrorHandler((fault) => tell(fault));
	const warn = (message: string) => tell(new Error(message));
	const silent = () => undefined;
	const logger = { error: warn, warn, info: silent, debug: silent, verbose: silent };
	diag.setLogger(logger, { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true });
	const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-proto');
	const { BatchSpanProcessor, NodeTracerProvider } = await import('@opentelemetry/sdk-trace-node');
	const provider = new NodeTracerProvider({
		resource: await resourceOf(programName),
		spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
	});
	// Without baggage, which strangers could send through us.
	provider.register({ propagator: new W3CTraceContextPropagator() });
	traceWith(trace.getTracer('sealkeeper', version));
	return {
		tellTo(heard) {
			tell = heard;
		},
		close: () => within(flushMsMax, provider.shutdown()).catch((fault: unknown) => tell(fault)),
	};
}

/** What the environment says goes over what we know. */
async function resourceOf(programName: string) {
	const { defaultResource, detectResources, envDetector, resourceFromAttributes } =
		await import('@opentelemetry/resources');
	const own = resourceFromAttributes({
		'service.name': programName,
		'service.version': version,
		'service.instance.id': randomUUID(),
	});
	return defaultResource()
		.merge(own)
		.merge(detectResources({ detectors: [envDetector] }));
}
