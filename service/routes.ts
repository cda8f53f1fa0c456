/**
 * Mounts every endpoint of the description. The order of refusals is fixed here: key, role,
 * product, content type, path, query and headers, an upload place, record, signer and state, body.
 */
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointDescription } from '../api/language/description';
import type { Area } from '../api/endpoints';
import { programs } from '../api/programs';
import type { Role } from '../api/language/roles';
import type { Accounts, ProductKind } from './accounts/accounts';
import {
	Accepted,
	type Admissions,
	type Caller,
	type Handlers,
	type RequestContext,
	type UploadTerms,
} from './operations/handler';
import { keyedRequest } from './operations/once';
import type { IdempotencyRetention } from './operations/idempotency-retention';
import { clientOf } from './http/client';
import { requireSameOrigin, sessionSecret } from './sign-in/session-cookie';
import type { LinkVisit } from './signing/request';
import type { Form } from './http/form';
import { nobody, type OpenCalls } from './http/open-calls';
import { fieldChecks, withForm, type UploadParts } from './http/uploading';
import {
	checkContentType,
	checkFor,
	requestCheck,
	type Values,
} from '../server/http/routing/checks';
import {
	bodyPlace,
	endpointsOf,
	fieldsIn,
	routeOf,
	type NamedEndpoint,
} from '../server/http/routing/endpoints';
import type { EventStream, EventStreams, ServerEvent } from '../server/http/streams/event-stream';
import type { KeyWatch } from '../server/http/streams/key-watch';
import { asksForStream, keyEnded } from '../server/http/streams/streamed';
import { callerLeft } from '../server/http/routing/caller-left';
import { sendFile, type ByteReply } from '../server/http/files/file-reply';
import { listBytes } from '../server/http/routing/lists';
import { answerPage } from '../server/http/routing/pages';
import { recordSchema, type Schema } from '../server/http/routing/schemas';
import { headerKey } from '../server/http/app/limiter';
import { refuse } from '../server/refusal';

export interface RouteParts {
	readonly handlers: Handlers;
	readonly accounts: Accounts;
	readonly admissions: Admissions;
	readonly uploads: UploadParts;
	readonly openCalls: OpenCalls;
	readonly streams: EventStreams;
	readonly keyWatch: KeyWatch;
	readonly publicUrl: () => string;
	readonly idempotencyRetention: IdempotencyRetention;
	/** Finds the signer of a signing link's token; called only by endpoints that sign. */
	readonly authenticateSigner: (token: string) => Promise<Caller | undefined>;
	/** Finds the signer of the token in a path; refuses an unknown token, and who lacks the signer's code. */
	readonly callerByLink: (visit: LinkVisit) => Promise<Caller>;
}

const productKinds: Readonly<Partial<Record<Area, ProductKind>>> = {
	sealer: 'Sealer',
	tracker: 'Tracker',
	keeper: 'Keeper',
};

export function mountRoutes(app: FastifyInstance, parts: RouteParts): void {
	for (const named of endpointsOf(programs.service)) {
		const { endpoint } = named;
		for (const location of [endpoint.path, endpoint.alsoAt?.path]) {
			if (location !== undefined) mount(app, parts, { ...named, location });
		}
	}
}

function mount(
	app: FastifyInstance,
	parts: RouteParts,
	named: NamedEndpoint & { readonly location: string },
): void {
	const { endpoint, location, prefix } = named;
	app.route({
		method: endpoint.method,
		url: prefix + routeOf(location),
		config: {
			endsWithCaller: (request) =>
				endpoint.endsWithCaller === true || asksForStream(endpoint, request),
		},
		onRequest: async (request) => {
			request.caller = await authorise(parts, named, request);
			checkContentType(endpoint, request);
		},
		handler: answerer(parts, named),
	});
}

/** The caller of a request, once key, role and product allow the call. */
async function authorise(
	parts: RouteParts,
	named: NamedEndpoint,
	request: FastifyRequest,
): Promise<Caller> {
	if (named.endpoint.caller === 'ANYONE') return nobody;
	if (named.endpoint.caller === 'LINK') {
		const { token } = request.params as { token: string };
		const secret = request.headers['signing-code-secret'];
		const isBeforeCode = named.endpoint.isBeforeCode === true;
		return parts.callerByLink({ token, secret: secret?.toString(), isBeforeCode });
	}
	const caller = await callerOf(parts, named.endpoint, request);
	if (caller === nobody) return caller;
	const wanted = rolesOf(named.endpoint, caller);
	if (wanted.length > 0 && !caller.roles.some((role) => wanted.includes(role))) {
		throw refuse('Auth_RoleMissing', wanted.join(' or '));
	}
	const kind = productKinds[named.area];
	const isOfProduct = 'productId' in named.endpoint.fields;
	if (kind !== undefined && isOfProduct) await requireProduct(parts, { kind, caller, request });
	return caller;
}

/** The holder of the key, or who is signed in where there is none. */
async function callerOf(
	parts: RouteParts,
	endpoint: EndpointDescription,
	request: FastifyRequest,
): Promise<Caller> {
	const key = headerKey(request);
	if (key !== undefined && key !== '') {
		const caller =
			(await parts.accounts.callerByKey(key, request.ip)) ??
			(endpoint.takesSigningLink ? await parts.authenticateSigner(key) : undefined);
		if (caller === undefined) throw refuse('Auth_KeyInvalid');
		return caller;
	}
	const session = sessionSecret(request, parts.publicUrl());
	if (session !== undefined) {
		const caller = await parts.accounts.callerBySession(session);
		if (caller !== undefined) {
			requireSameOrigin(request, parts.publicUrl());
			return caller;
		}
	}
	if (endpoint.isOpenable) return parts.openCalls.caller(request);
	throw refuse(session === undefined ? 'Auth_KeyMissing' : 'Auth_SessionEnded');
}

/** Any user may sign what they were asked to; a key that is limited to roles needs one that signs. */
function rolesOf(
	{ caller: wanted, takesSigningLink }: EndpointDescription,
	{ limits }: Caller,
): readonly Role[] {
	if (typeof wanted === 'string') throw new Error(`the service has no callers such as ${wanted}`);
	return takesSigningLink && limits?.roles !== undefined ? ['SealerAdmin', 'SealerUser'] : wanted;
}

async function requireProduct(
	parts: RouteParts,
	{ kind, caller, request }: { kind: ProductKind; caller: Caller; request: FastifyRequest },
): Promise<void> {
	const { productId } = request.params as { productId: string };
	const product = await parts.accounts.product(caller.organisationId, kind, productId);
	if (product === undefined) throw refuse('Product_NotFound', productId, kind);
}

/** Returns the function that checks a request, runs its handler and sends the reply. */
function answerer(parts: RouteParts, named: NamedEndpoint) {
	const { area, operation, endpoint } = named;
	const check = requestCheck(endpoint, programs.service);
	const checkForm = checkFor(endpoint, 'form', programs.service);
	const isForm = bodyPlace(endpoint) === 'form';
	const checks = fieldChecks(endpoint);
	const written = schemasOf(endpoint);
	const handler = handlerOf(parts, named);
	const admission = isForm && functionOf<UploadTerms>(parts.admissions, area, operation);
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const context: RequestContext = {
			caller: request.caller,
			client: clientOf(request),
			leaving: () => callerLeft(reply),
			publicUrl: parts.publicUrl(),
		};
		const values = check(request);
		if (asksForStream(endpoint, request)) {
			await handler(context, values, () => openStream(parts, endpoint, request, reply));
			return reply;
		}
		if (!admission) {
			const run = (asked: Values) => handler(context, asked);
			const answer = await answerPage(endpoint, { values, reply }, run);
			return send(reply, { endpoint, written }, answer);
		}
		const { caller, client } = context;
		const { headers } = request;
		const admit = (texts: Values) => admission(context, { ...values, ...texts });
		const upload = {
			endpoint,
			caller,
			client,
			headers,
			body: request.body as Readable,
			checks,
			admit,
		};
		return withForm(parts.uploads, upload, async (form) => {
			const fields = { ...checkForm(form.texts), ...fileValues(endpoint, form) };
			return send(reply, { endpoint, written }, await handler(context, { ...values, ...fields }));
		});
	};
}

/** The handler; it is told of the request's Idempotency-Key. */
function handlerOf(
	{ handlers, idempotencyRetention: retention }: RouteParts,
	{ area, operation, endpoint }: NamedEndpoint,
): AnyFunction<unknown> {
	const handler = functionOf<unknown>(handlers, area, operation);
	return (context, values, open) => {
		const told = withoutSecrets(endpoint, values);
		const request = keyedRequest(`${area}.${operation}`, context.caller, told);
		return handler(request ? { ...context, once: { request, retention } } : context, values, open);
	};
}

/** What a request is known by again; the hash of a short secret could be guessed. */
function withoutSecrets({ fields }: EndpointDescription, values: Values): Values {
	const isTold = ([name]: readonly [string, unknown]) =>
		!(fields[name]?.type === 'string' && fields[name].isSecret);
	return Object.fromEntries(Object.entries(values).filter(isTold));
}

/** The stream ends when its key ends or its user's roles change. */
function openStream(
	{ streams, keyWatch }: RouteParts,
	endpoint: EndpointDescription,
	{ caller: { userId, grant } }: FastifyRequest,
	reply: FastifyReply,
): EventStream<ServerEvent> {
	if (userId === undefined || grant === undefined) throw new Error('a stream needs a key');
	const stream = streams.open(reply, { kind: 'user', id: userId });
	stream.onEnd(keyWatch.watch(grant, () => stream.end(keyEnded(endpoint))));
	return stream;
}

type AnyFunction<Answer> = (
	context: RequestContext,
	input: Values,
	open?: () => EventStream<ServerEvent>,
) => Promise<Answer>;

/** Finds a handler by name; the only place that gives up the static types of the description. */
function functionOf<Answer>(functions: Handlers | Admissions, area: string, operation: string) {
	const areas = functions as unknown as Readonly<
		Record<string, Readonly<Record<string, AnyFunction<Answer>>>>
	>;
	const found = areas[area]?.[operation];
	if (found === undefined) throw new Error(`no function for ${area}.${operation}`);
	return found;
}

/** The uploads of a form by field; a required one that is absent is refused. */
function fileValues(endpoint: EndpointDescription, form: Form) {
	const values: Record<string, Form['files'][string] | Form['files'][string][number]> = {};
	for (const [name, field] of Object.entries(fieldsIn(endpoint, 'form'))) {
		if (field.type !== 'file') continue;
		const uploads = form.files[name] ?? [];
		const [first] = uploads;
		if (first !== undefined) values[name] = field.many ? uploads : first;
		else if (field.required) throw refuse('Request_Invalid', name, 'is missing');
	}
	return values;
}

/**
 * Schemas of replies. Each is compiled at the first reply and must stay the same object, because
 * the compiled form is found by identity; most programs use few of their endpoints.
 */
interface ReplySchemas {
	readonly record: Schema;
	/** Schema of the 202 reply. */
	readonly accepted: Schema;
}

function schemasOf({ reply, otherReplies = [] }: EndpointDescription): ReplySchemas {
	const accepted = otherReplies.find(({ status }) => status === 202);
	return { record: recordSchema(reply), accepted: accepted ? recordSchema(accepted) : {} };
}

function send(
	reply: FastifyReply,
	{ endpoint, written }: { readonly endpoint: EndpointDescription; readonly written: ReplySchemas },
	answer: unknown,
) {
	const { reply: description } = endpoint;
	reply.header('cache-control', 'no-store');
	if (answer instanceof Accepted) return sendAccepted(reply, written.accepted, answer);
	reply.code(description.status);
	switch (description.kind) {
		case 'bytes':
			return sendFile(reply, answer as ByteReply, description.mediaType);
		case 'list':
			return sendList(reply, written.record, answer as readonly Values[]);
		case 'nothing':
			return reply.send();
		case 'record':
		case 'stream':
			return sendRecord(reply, written.record, answer as Values);
	}
}

/** Replies as RFC 7240 says: 202 with the address of the later outcome. */
function sendAccepted(reply: FastifyReply, schema: Schema, { body, location }: Accepted<unknown>) {
	reply.code(202).header('location', location).header('preference-applied', 'respond-async');
	return sendRecord(reply, schema, body as Values);
}

const json = 'application/json; charset=utf-8';

function sendRecord(reply: FastifyReply, schema: Schema, record: Values) {
	return reply.type(json).send(reply.serializeInput(record, schema));
}

async function sendList(reply: FastifyReply, schema: Schema, records: readonly Values[]) {
	const bytes = await listBytes(records, reply.compileSerializationSchema(schema));
	return reply.type(json).send(bytes);
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Set by `onRequest` before any handler runs. */
		caller: Caller;
	}
}
