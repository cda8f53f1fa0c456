/**
 * Settings of traces: the names of OpenTelemetry, of both programs. The SDK reads most of them itself
 * and passes over what it does not understand, so they are checked here first.
 */
import {
	environmentReader,
	type Environment,
	type EnvironmentSettings,
} from '../config/environment';

const pairs = {
	type: 'string',
	pattern: '^\\s*[^=,\\s]+\\s*=[^,]*(,\\s*[^=,\\s]+\\s*=[^,]*)*,?\\s*$',
	rule: 'must be pairs such as NAME=VALUE, separated by commas',
} as const;

const protocol = { enum: ['http/protobuf'] } as const;

const batch = { type: 'integer', minimum: 1, maximum: 86_400_000 } as const;

export const traceSettings = {
	isDisabled: {
		variable: 'OTEL_SDK_DISABLED',
		enum: ['true', 'false'],
		default: 'false',
		meaning: 'whether nothing is traced, whatever else is set; the others are not read then',
	},
	exporter: {
		variable: 'OTEL_TRACES_EXPORTER',
		enum: ['otlp', 'none'],
		otherwise: '`otlp` where an endpoint is set, else `none`',
		meaning: 'where traces go',
	},
	endpoint: {
		variable: 'OTEL_EXPORTER_OTLP_ENDPOINT',
		type: 'string',
		protocols: ['http', 'https'],
		otherwise: '`http://localhost:4318`, with `OTEL_TRACES_EXPORTER=otlp`',
		meaning: 'the collector; `/v1/traces` is added',
	},
	tracesEndpoint: {
		variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
		type: 'string',
		protocols: ['http', 'https'],
		otherwise: 'from `OTEL_EXPORTER_OTLP_ENDPOINT`',
		meaning: 'the whole address that traces are sent to',
	},
	protocol: {
		variable: 'OTEL_EXPORTER_OTLP_PROTOCOL',
		...protocol,
		default: 'http/protobuf',
		meaning: 'how they are sent',
	},
	tracesProtocol: {
		variable: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL',
		...protocol,
		default: 'http/protobuf',
		meaning: 'the same',
	},
	headers: {
		variable: 'OTEL_EXPORTER_OTLP_HEADERS',
		...pairs,
		isSecret: true,
		otherwise: 'none',
		meaning: 'headers sent along, such as `authorization=Bearer%20TOKEN`',
	},
	tracesHeaders: {
		variable: 'OTEL_EXPORTER_OTLP_TRACES_HEADERS',
		...pairs,
		isSecret: true,
		otherwise: 'none',
		meaning: 'headers beside these, which they replace by name',
	},
	serviceName: {
		variable: 'OTEL_SERVICE_NAME',
		type: 'string',
		otherwise: '`sealkeeper-service`, `sealkeeper-exchange`',
		meaning: 'the name of the program in its traces',
	},
	resourceAttributes: {
		variable: 'OTEL_RESOURCE_ATTRIBUTES',
		...pairs,
		otherwise: 'none',
		meaning: 'more about the program, such as `deployment.environment.name=production`',
	},
	sampler: {
		variable: 'OTEL_TRACES_SAMPLER',
		enum: [
			'always_on',
			'always_off',
			'traceidratio',
			'parentbased_always_on',
			'parentbased_always_off',
			'parentbased_traceidratio',
		],
		default: 'parentbased_always_on',
		meaning: 'which traces are kept; the `parentbased` ones do as the caller decided',
	},
	samplerArgument: {
		variable: 'OTEL_TRACES_SAMPLER_ARG',
		type: 'string',
		pattern: '^(0|1|0?\\.\\d+|1\\.0+)$',
		rule: 'must be a number from 0 to 1',
		otherwise: '1',
		meaning: 'the share that `traceidratio` keeps',
	},
	delayMs: {
		variable: 'OTEL_BSP_SCHEDULE_DELAY',
		...batch,
		default: 5_000,
		meaning: 'milliseconds from one sending to the next',
	},
	exportTimeoutMs: {
		variable: 'OTEL_BSP_EXPORT_TIMEOUT',
		...batch,
		default: 30_000,
		meaning: 'milliseconds that a sending may take',
	},
	queueSizeMax: {
		variable: 'OTEL_BSP_MAX_QUEUE_SIZE',
		...batch,
		default: 2_048,
		meaning: 'spans that wait to be sent; further ones are dropped and counted in the log',
	},
	batchSizeMax: {
		variable: 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE',
		...batch,
		default: 512,
		meaning: 'spans sent at once',
	},
} as const satisfies EnvironmentSettings;

/** Made when it is needed: most programs start without. */
export function readTraceSettings(environment: Environment) {
	return environmentReader(traceSettings)(environment);
}
