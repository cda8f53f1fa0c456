/**
 * Walks the description and mounts every endpoint of the exchange: who may call, what is checked,
 * which handler runs, what goes out. A key is checked before the body is read.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointDescription } from '../../api/language/description';
import { programs } from '../../api/programs';
import { checkContentType, requestCheck, type Values } from '../../server/http/routing/checks';
import { endpointsOf, routeOf, type NamedEndpoint } from '../../server/http/routing/endpoints';
import { addressGroup, headerKey } from '../../server/http/app/limiter';
import { callerLeft } from '../../server/http/routing/caller-left';
import { sendFile, type ByteReply } from '../../server/http/files/file-reply';
import { listBytes } from '../../server/http/routing/lists';
import { answerPage } from '../../server/http/routing/pages';
import { asksForStream, keyEnded } from '../../server/http/streams/streamed';
import type { Accounts } from '../accounts/accounts';
import type { StreamTokens } from '../accounts/stream-tokens';
import type {
	EventStreams,
	ServerEvent,
	EventStream,
} from '../../server/http/streams/event-stream';
import { handlerOf, type Caller, type Handlers } from '../operations/handler';
import type { KeyWatch } from '../../server/http/streams/key-watch';
import { permit, required } from './permission';
import type { StreamOwner } from '../../server/http/streams/stream-places';

export interface RouteParts {
	readonly accounts: Pick<Accounts, 'authenticate'>;
	readonly streamTokens: Pick<StreamTokens, 'authenticate'>;
	readonly streams: EventStreams;
	readonly keyWatch: KeyWatch;
	readonly handlers: Handlers;
}

/** Mounts all endpoints of the exchange on `app`. */
export function mountRoutes(app: FastifyInstance, parts: RouteParts): void {
	app.decorateRequest('asker');
	for (const named of endpointsOf(programs.exchange)) mount(app, parts, named);
}

function mount(app: FastifyInstance, parts: RouteParts, named: NamedEndpoint): void {
	const { endpoint, prefix } = named;
	app.route({
		method: endpoint.method,
		url: prefix + routeOf(endpoint.path),
		// A stream has no end to tell in its head.
		exposeHeadRoute: endpoint.reply.kind !== 'stream' && endpoint.method === 'GET',
		config: { endsWithCaller: (request) => isStream(endpoint, request) },
		onRequest: async (request) => {
			request.asker = await callerOf(parts, endpoint, request);
			checkContentType(endpoint, request);
		},
		handler: answerer(parts, named),
	});
}

/** Whom a request speaks for, as the endpoint asks for it. */
async function callerOf(
	{ accounts, streamTokens }: RouteParts,
	endpoint: EndpointDescription,
	request: FastifyRequest,
): Promise<Caller> {
	if (endpoint.caller === 'ANYONE') return { kind: 'ANYONE' };
	const key = headerKey(request);
	const token = tokenOf(endpoint, request);
	const caller =
		key === undefined && token !== undefined
			? await streamTokens.authenticate(token)
			: await accounts.authenticate(required(key));
	const permitted = permit(endpoint, caller);
	return permitted.kind === 'TRADER' ? { ...permitted, key } : permitted;
}

/** What stands for a key in the address of a stream that takes one. */
function tokenOf({ fields }: EndpointDescription, { query }: FastifyRequest): string | undefined {
	const { token } = query as Values;
	return 'token' in fields && typeof token === 'string' ? token : undefined;
}

/** The function that checks a request, runs its handler and sends the reply. */
function answerer(parts: RouteParts, { operation, endpoint }: NamedEndpoint) {
	const check = requestCheck(endpoint, programs.exchange);
	const handler = handlerOf(parts.handlers, operation);
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const page = { values: check(request), reply };
		const answer = await answerPage(endpoint, page, (asked) =>
			handler(request.asker, asked, edgeOf(parts, endpoint, request, reply)),
		);
		return isStream(endpoint, request) ? reply : send(reply, endpoint, answer);
	};
}

/** Whether the reply is taken over for a stream. */
function isStream(endpoint: EndpointDescription, request: FastifyRequest): boolean {
	return endpoint.reply.kind === 'stream' || asksForStream(endpoint, request);
}

/** What an operation that streams or sends a file is handed besides. */
function edgeOf(
	parts: RouteParts,
	endpoint: EndpointDescription,
	request: FastifyRequest,
	reply: FastifyReply,
) {
	if (isStream(endpoint, request)) return () => openStream(parts, endpoint, request, reply);
	return endpoint.reply.kind === 'bytes' ? () => callerLeft(reply) : undefined;
}

/** A stream that a key was needed for ends with the key. */
function openStream(
	{ streams, keyWatch }: RouteParts,
	endpoint: EndpointDescription,
	request: FastifyRequest,
	reply: FastifyReply,
): EventStream<ServerEvent> {
	const stream = streams.open(reply, streamOwner(request));
	const { asker } = request;
	if (asker.kind === 'ANYONE') return stream;
	stream.onEnd(keyWatch.watch(asker.keyId, () => stream.end(keyEnded(endpoint))));
	return stream;
}

function streamOwner({ asker, ip }: FastifyRequest): StreamOwner {
	if (asker.kind !== 'TRADER') return { kind: 'address', id: addressGroup(ip) };
	return { kind: 'account', id: asker.accountId };
}

/** An operation with several replies says which it is. */
function send(reply: FastifyReply, endpoint: EndpointDescription, answer: unknown): unknown {
	const { kind, status: usual } = endpoint.reply;
	reply.header('cache-control', 'no-store').code(usual);
	if (kind === 'bytes') return sendFile(reply, answer as ByteReply);
	if (kind === 'list') return sendList(reply, answer as readonly Values[]);
	if (endpoint.otherReplies === undefined) return answer;
	const { status, body } = answer as { readonly status: number; readonly body: unknown };
	reply.code(status);
	return body;
}

/** Written a few records at a time. */
async function sendList(reply: FastifyReply, records: readonly Values[]): Promise<unknown> {
	return reply.type('application/json; charset=utf-8').send(await listBytes(records));
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Set by `onRequest` of every endpoint. */
		asker: Caller;
	}
}
