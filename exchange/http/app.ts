/**
 * The exchange's HTTP server: the application both programs have, and on it the endpoints of the
 * exchange's description and the board. It is handed everything it works with and does not listen.
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
import { administratorKey, isQueueDashboard, mountBoard } from './queue-dashboard';
import type { EventStreams } from '../../server/http/streams/event-stream';
import type { KeyWatch } from '../../server/http/streams/key-watch';
import type { HandlerParts, Handlers } from '../operations/handler';
import { createHandlers } from '../handlers/handlers';
import { mountRoutes } from './routes';

const bodySizeBytesMax = 64 * 1024;

export interface ShellParts {
	/** Ends the replies that would go on for ever, and the sockets. */
	readonly endStreams: () => void;
	readonly accounts: Pick<Accounts, 'isInUse'>;
	readonly requestsPerMinuteMax: number;
	readonly wrongKeysPerMinuteMax: number;
	readonly nowMs?: (() => number) | undefined;
	readonly trustedProxies: readonly string[];
	readonly requestStallMs: number;
	readonly stopTimeoutMs: number;
	readonly logLevel: string;
	readonly log: NodeJS.WritableStream;
}

/** The application without an endpoint, which has the log of the process. */
export function openShell({ accounts, ...parts }: ShellParts): HttpShell {
	return createApp({
		...parts,
		bodySizeBytesMax,
		takesForms: false,
		isKnownKey: (key) => accounts.isInUse(key),
		keyOf: (request) =>
			isQueueDashboard(request) ? administratorKey(request) : headerKey(request),
		secretRoutes: [],
		refusalOf,
		sendRefusal,
		socketPath: programs.exchange.socket.path,
	});
}

/** Why an administrator cannot have what they asked for is told them, as a command tells it. */
function refusalOf(fault: unknown, request: FastifyRequest): Refusal {
	if (fault instanceof FieldFault) return refuse('Request_Invalid', fault.field, fault.fault);
	if (fault instanceof CommandFault) return refuse('Exchange_ActRefused', fault.message);
	return asRefusal(fault, request);
}

export interface ApiParts extends HandlerParts {
	readonly accounts: Accounts;
	readonly streams: EventStreams;
	readonly keyWatch: KeyWatch;
}

/** Answers the handlers, for who serves them in another way, too. */
export async function mountApi({ app, metrics }: HttpShell, parts: ApiParts): Promise<Handlers> {
	const { exchange: program } = programs;
	await mountDocumentation(app, program, {
		http: () => openApiDocument(program),
		socket: () => asyncApiDocument(program),
	});
	const handlers = createHandlers(parts);
	mountRoutes(app, { ...parts, handlers });
	metrics.add(
		streamMetrics(parts.streams, {
			open: 'sealkeeper_exchange_event_streams',
			openMax: 'sealkeeper_exchange_event_streams_max',
		}),
	);
	await mountBoard(app, parts);
	return handlers;
}
