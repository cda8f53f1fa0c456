/**
 * Walks the description and mounts every endpoint: who may call, what is checked, which handler
 * runs, what goes out. The order of refusals is fixed here: key, role, product, content type,
 * path, query and headers, body.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointDescription } from '../api/description';
import type { Area } from '../api/endpoints';
import { programs } from '../api/programs';
import type { Role } from '../api/roles';
import type { Accounts, ProductKind } from './accounts/accounts';
import type { RequestContext, Caller, ByteReply, Handlers, Upload } from './operations/handler';
import { contentDisposition } from './http/content-disposition';
import { readForm, type Form, type FormLimits } from './http/form';
import {
	checkContentType,
	checkFor,
	requestCheck,
	type Check,
	type Values,
} from '../server/http/checks';
import {
	bodyPlace,
	endpointsOf,
	fieldsIn,
	routeOf,
	type NamedEndpoint,
} from '../server/http/endpoints';
import { replySchemas } from '../server/http/schemas';
import { refuse } from '../server/refusal';
import type { ObjectStore } from './objects/object-store';

export interface RouteParts {
	readonly handlers: Handlers;
	readonly accounts: Accounts;
	readonly objects: ObjectStore;
	readonly limits: FormLimits;
	readonly publicUrl: () => string;
	/** Who a signing link's token stands for; asked only where a contract is signed. */
	readonly authenticateSigner: (token: string) => Promise<Caller | undefined>;
}

const productKinds: Readonly<Partial<Record<Area, ProductKind>>> = {
	sealer: 'Sealer',
	tracker: 'Tracker',
	keeper: 'Keeper',
};

/** Mounts all endpoints of the description on `app`. */
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
		schema: { response: replySchemas(endpoint) },
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
	const key = request.headers['x-api-key'];
	if (typeof key !== 'string' || key === '') throw refuse('Auth_KeyMissing');
	const signs = named.area === 'sealer' && named.operation === 'signContract';
	const caller =
		(await parts.accounts.callerByKey(key)) ??
		(signs ? await parts.authenticateSigner(key) : undefined);
	if (caller === undefined) throw refuse('Auth_KeyInvalid');
	const wanted = rolesOf(named.endpoint);
	if (wanted.length > 0 && !caller.roles.some((role) => wanted.includes(role))) {
		throw refuse('Auth_RoleMissing', wanted.join(' or '));
	}
	const kind = productKinds[named.area];
	if (kind !== undefined) await requireProduct(parts, { kind, caller, request });
	return caller;
}

function rolesOf({ caller }: EndpointDescription): readonly Role[] {
	if (typeof caller === 'string') throw new Error(`the service has no callers such as ${caller}`);
	return caller;
}

async function requireProduct(
	parts: RouteParts,
	{ kind, caller, request }: { kind: ProductKind; caller: Caller; request: FastifyRequest },
): Promise<void> {
	const { productId } = request.params as { productId: string };
	const product = await parts.accounts.product(caller.organisationId, kind, productId);
	if (product === undefined) throw refuse('Product_NotFound', productId, kind);
}

/** The function that checks a request, runs its handler and sends the reply. */
function answerer(parts: RouteParts, { area, operation, endpoint }: NamedEndpoint) {
	const check = requestCheck(endpoint, programs.service);
	const checkForm = checkFor(endpoint, 'form', programs.service);
	const isForm = bodyPlace(endpoint) === 'form';
	const handler = handlerOf(parts.handlers, area, operation);
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const context: RequestContext = { caller: request.caller, publicUrl: parts.publicUrl() };
		const values = check(request);
		if (!isForm) return send(reply, endpoint, await handler(context, values));
		return withForm(parts, { endpoint, request, check: checkForm }, async (fields) =>
			send(reply, endpoint, await handler(context, { ...values, ...fields })),
		);
	};
}

/** The one place where the types of the description are given up: a handler chosen by name. */
function handlerOf(handlers: Handlers, area: string, operation: string) {
	const areas = handlers as unknown as Readonly<
		Record<
			string,
			Readonly<Record<string, (context: RequestContext, input: Values) => Promise<unknown>>>
		>
	>;
	const handler = areas[area]?.[operation];
	if (handler === undefined) throw new Error(`no handler for ${area}.${operation}`);
	return handler;
}

async function withForm<Answer>(
	parts: RouteParts,
	request: {
		readonly endpoint: EndpointDescription;
		readonly request: FastifyRequest;
		readonly check: Check;
	},
	run: (fields: Values) => Promise<Answer>,
): Promise<Answer> {
	const { endpoint, check } = request;
	const form = await readForm({
		headers: request.request.headers,
		body: request.request.body as Readable,
		endpoint,
		limits: parts.limits,
		objects: parts.objects,
		organisationId: request.request.caller.organisationId,
	});
	try {
		return await run({ ...check(form.texts), ...fileValues(endpoint, form) });
	} finally {
		await form.discard();
	}
}

/** The uploads of a form by field; a required one that is absent is refused. */
function fileValues(endpoint: EndpointDescription, form: Form): Record<string, Upload | Upload[]> {
	const values: Record<string, Upload | Upload[]> = {};
	for (const [name, field] of Object.entries(fieldsIn(endpoint, 'form'))) {
		if (field.type !== 'file') continue;
		const uploads = form.files[name] ?? [];
		const [first] = uploads;
		if (first !== undefined) values[name] = field.many ? uploads : first;
		else if (field.required) throw refuse('Request_Invalid', name, 'is missing');
	}
	return values;
}

function send(reply: FastifyReply, { reply: description }: EndpointDescription, answer: unknown) {
	reply.code(description.status).header('cache-control', 'no-store');
	return description.kind === 'bytes' ? sendBytes(reply, answer as ByteReply) : reply.send(answer);
}

/** A source that fails after the first byte breaks the connection instead of ending it cleanly. */
function sendBytes(reply: FastifyReply, answer: ByteReply) {
	const { bytes, fileName, etag, sizeBytes, range } = answer;
	const length = range === undefined ? sizeBytes : range.last - range.first + 1;
	reply
		.header('content-type', 'application/octet-stream')
		.header('content-length', length)
		.header('accept-ranges', 'bytes')
		.header('etag', `"${etag}"`)
		.header('content-disposition', contentDisposition('attachment', fileName));
	if (range !== undefined) {
		reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${sizeBytes}`);
	}
	return reply.send(Readable.from(bytes, { objectMode: false }));
}

declare module 'fastify' {
	interface FastifyRequest {
		/** Set by `onRequest` before any handler runs. */
		caller: Caller;
	}
}
