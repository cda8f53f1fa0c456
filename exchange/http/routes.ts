/**
 * Mounts every endpoint of the description: who may call, what is checked, which handler runs, what
 * is returned. The key is checked before the body is read.
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
import type { Clock } from '../../server/clock';
import type { Accounts } from '../accounts/accounts';
import { isSigned, requireInTime } from '../accounts/signatures';
import type { StreamTokens } from '../accounts/stream-tokens';
import type {
	EventStreams,
	ServerEvent,
	EventStream,
} from '../../server/http/streams/event-stream';
import { handlerOf, type Caller, type Handlers } from '../operations/handler';
import type { KeyWatch } from '../../server/http/streams/key-watch';
import { permit, required } from '../accounts/permission';
import { requireWhole, verifiedRequest, type VerifiedRequest } from './signed-requests';
import type { StreamOwner } from '../../server/http/streams/stream-places';

export interface RouteParts {
	readonly accounts: Pick<Accounts, 'authenticate' | 'authenticateSigned'>;
	readonly clock: Clock;
	readonly streamTokens: Pick<StreamTokens, 'authenticate'>;
	readonly streams: EventStreams;
	readonly keyWatch: KeyWatch;
	readonly handlers: Handlers;
}

export function mountRoutes(app: FastifyInstance, parts: RouteParts): void {
	app.decorateRequest('exchangeCaller');
	for (const named of endpointsOf(programs.exchange)) mount(app, parts, named);
}

function mount(app: FastifyInstance, parts: RouteParts, named: NamedEndpoint): void {
	const { endpoint, prefix } = named;
	app.route({
		method: endpoint.method,
		url: prefix + routeOf(endpoint.path),
		// A stream has no length that a HEAD could tell.
		exposeHeadRoute: endpoint.reply.kind !== 'stream' && endpoint.method === 'GET',
		config: { endsWithCaller: (request) => isStream(endpoint, request) },
		onRequest: async (request) => {
			request.exchangeCaller = await callerOf(parts, endpoint, request);
			checkContentType(endpoint, request);
		},
		handler: requestHandler(parts, named),
	});
}

/** Authenticates a request as the endpoint requires. */
async function callerOf(
	{ accounts, streamTokens, clock }: RouteParts,
	endpoint: EndpointDescription,
	request: FastifyRequest,
): Promise<Caller> {
	if (endpoint.caller === 'ANYONE') return { kind: 'ANYONE' };
	if (isSigned(request.headers)) {
		return signedCaller(endpoint, await verifiedRequest(accounts, request), clock.now());
	}
	const key = headerKey(request);
	const token = tokenOf(endpoint, request);
	const caller =
		key === undefined && token !== undefined
			? await streamTokens.authenticate(token, request.ip)
			: await accounts.authenticate(required(key), request.ip);
	const permitted = permit(endpoint, caller);
	return permitted.kind === 'TRADER' ? { ...permitted, key } : permitted;
}

function signedCaller(
	endpoint: EndpointDescription,
	{ claim, caller }: VerifiedRequest,
	now: number,
): Caller {
	const permitted = permit(endpoint, caller);
	requireInTime(claim, now);
	return permitted.kind === 'TRADER' ? { ...permitted, key: undefined, claim } : permitted;
}

/** The token in the address of a stream that accepts one. */
function tokenOf({ fields }: EndpointDescription, { query }: FastifyRequest): string | undefined {
	const { token } = query as Values;
	return 'token' in fields && typeof token === 'string' ? token : undefined;
}

/** Returns the function that checks a request, runs its handler and sends the reply. */
function requestHandler(parts: RouteParts, { operation, endpoint }: NamedEndpoint) {
	const check = requestCheck(endpoint, programs.exchange);
	const handler = handlerOf(parts.handlers, operation);
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const { exchangeCaller: caller } = request;
		const claim = caller.kind === 'TRADER' ? caller.claim : undefined;
		if (claim !== undefined) requireWhole(claim, request, parts.clock.now());
		const page = { values: check(request), reply };
		const answer = await answerPage(endpoint, page, (asked) =>
			handler(caller, asked, edgeOf(parts, endpoint, request, reply)),
		);
		return isStream(endpoint, request) ? reply : send(reply, endpoint, answer);
	};
}

/** True if the reply is a stream of events. */
function isStream(endpoint: EndpointDescription, request: FastifyRequest): boolean {
	return endpoint.reply.kind === 'stream' || asksForStream(endpoint, request);
}

/** The extra argument of handlers that stream or send a file. */
function edgeOf(
	parts: RouteParts,
	endpoint: EndpointDescription,
	request: FastifyRequest,
	reply: FastifyReply,
) {
	if (isStream(endpoint, request)) return () => openStream(parts, endpoint, request, reply);
	return endpoint.reply.kind === 'bytes' ? () => callerLeft(reply) : undefined;
}

/** A stream that needed a key ends with the key. */
function openStream(
	{ streams, keyWatch }: RouteParts,
	endpoint: EndpointDescription,
	request: FastifyRequest,
	reply: FastifyReply,
): EventStream<ServerEvent> {
	const stream = streams.open(reply, streamOwner(request));
	const { exchangeCaller: caller } = request;
	if (caller.kind === 'ANYONE') return stream;
	stream.onEnd(keyWatch.watch(caller.keyId, () => stream.end(keyEnded(endpoint))));
	return stream;
}

function streamOwner({ exchangeCaller: caller, ip }: FastifyRequest): StreamOwner {
	if (caller.kind !== 'TRADER') return { kind: 'address', id: addressGroup(ip) };
	return { kind: 'account', id: caller.accountId };
}

/** A handler of an operation with several replies also returns the status. */
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

/** Serialised a few records at a time. */
async function sendList(reply: FastifyReply, records: readonly Values[]): Promise<unknown> {
	return reply.type('application/json; charset=utf-8').send(await listBytes(records));
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Set by `onRequest` of every endpoint. */
		exchangeCaller: Caller;
	}
}
