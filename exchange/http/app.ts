/**
 * The exchange's HTTP server: the endpoints of the description and the queue dashboard on the
 * shared application. It does not listen.
 */
import type { FastifyRequest } from 'fastify';
import { programs } from '../../api/programs';
import { CommandFault, FieldFault } from '../../server/commands/command-fault';
import { createApp, type HttpShell } from '../../server/http/app/app';
import { asyncApiDocument } from '../../server/http/documents/asyncapi';
import { headerKey } from '../../server/http/app/limiter';
import { mountDocumentation } from '../../server/http/documents/documentation';
import { openApiDocument } from '../../server/http/documents/openapi';
import { asRefusal, sendRefusal } from '../../server/http/refusals';
import { streamMetrics } from '../../server/http/streams/stream-metrics';
import { refuse, type Refusal } from '../../server/refusal';
import type { Accounts } from '../accounts/accounts';
import { administratorKey, isQueueDashboard, mountQueueDashboard } from './queue-dashboard';
import type { EventStreams } from '../../server/http/streams/event-stream';
import type { KeyWatch } from '../../server/http/streams/key-watch';
import type { HandlerParts, Handlers } from '../operations/handler';
import { keyPrefix } from '../workers/jobs';
import { mountRoutes } from './routes';
import { checkSignedBody, signerOf } from './signed-requests';

const bodySizeBytesMax = 64 * 1024;

export interface ShellParts {
	/** Ends event streams and sockets. */
	readonly endStreams: () => void;
	readonly accounts: Pick<Accounts, 'isInUse' | 'authenticateSigned'>;
	readonly redisUrl: string | undefined;
	readonly requestsPerMinuteMax: number;
	readonly wrongKeysPerMinuteMax: number;
	readonly nowMs?: (() => number) | undefined;
	readonly trustedProxies: readonly string[];
	readonly requestStallMs: number;
	readonly stopTimeoutMs: number;
	readonly logLevel: string;
	readonly log: NodeJS.WritableStream;
}

/** Creates the application without endpoints; it has the log of the process. */
export function openShell({ accounts, ...parts }: ShellParts): HttpShell {
	return createApp({
		...parts,
		bodySizeBytesMax,
		countPrefix: keyPrefix,
		takesForms: false,
		isKnownKey: (key) => accounts.isInUse(key),
		keyOf: (request) =>
			isQueueDashboard(request)
				? administratorKey(request)
				: (signerOf(accounts, request) ?? headerKey(request)),
		checkBody: checkSignedBody,
		secretRoutes: [],
		refusalOf,
		sendRefusal,
		socketPath: programs.exchange.socket.path,
	});
}

/** Administrators get the reason of a refusal, as on the command line. */
function refusalOf(fault: unknown, request: FastifyRequest): Refusal {
	if (fault instanceof FieldFault) return refuse('Request_Invalid', fault.field, fault.fault);
	if (fault instanceof CommandFault) return refuse('Exchange_ActRefused', fault.message);
	return asRefusal(fault, request);
}

export interface ApiParts extends HandlerParts {
	readonly accounts: Accounts;
	readonly streams: EventStreams;
	readonly keyWatch: KeyWatch;
	readonly handlers: Handlers;
}

export async function mountApi({ app, metrics }: HttpShell, parts: ApiParts): Promise<void> {
	const { exchange: program } = programs;
	await mountDocumentation(app, program, {
		http: () => openApiDocument(program),
		socket: () => asyncApiDocument(program),
	});
	mountRoutes(app, parts);
	metrics.add(
		streamMetrics(parts.streams, {
			open: 'sealkeeper_exchange_event_streams',
			openMax: 'sealkeeper_exchange_event_streams_max',
		}),
	);
	await mountQueueDashboard(app, parts);
}
