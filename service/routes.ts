/**
 * Walks the description and mounts every endpoint: who may call, what is checked, which handler
 * runs, what goes out. The order of refusals is fixed here: key, role, product, content type,
 * path, query and headers, body.
 */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { EndpointDescription, ModelField, Place } from '../api/description';
import type { Area } from '../api/endpoints';
import { models } from '../api/models';
import type { Accounts, ProductKind } from './accounts/accounts';
import type { RequestContext, Caller, ByteReply, Handlers, Upload } from './operations/handler';
import { checkFor, fieldsIn, type Check } from './http/checks';
import { contentDisposition } from './http/content-disposition';
import { readForm, type Form, type FormLimits } from './http/form';
import { allEndpoints, modelSchema, type NamedEndpoint } from './http/openapi';
import { storagePrefix } from './http/refusals';
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

type Values = Record<string, unknown>;

const productKinds: Readonly<Partial<Record<Area, ProductKind>>> = {
	sealer: 'Sealer',
	tracker: 'Tracker',
	keeper: 'Keeper',
};

const jsonTypes = /^(application|text)\/([\w.-]+\+)?json(-patch\+json)?$/;

/** Mounts all endpoints of the description on `app`. */
export function mountRoutes(app: FastifyInstance, parts: RouteParts): void {
	for (const named of allEndpoints()) {
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
	const { area, endpoint, location } = named;
	const prefix = area === 'storage' ? storagePrefix : '';
	const answer = answerer(parts, named);
	app.route({
		method: endpoint.method,
		url: prefix + location.replace(/\{(\w+)\}/g, ':$1'),
		schema: { response: replySchema(endpoint) },
		onRequest: async (request) => {
			request.caller = await authorise(parts, named, request);
			checkContentType(endpoint, request);
		},
		handler: answer,
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
	const wanted = named.endpoint.roles;
	if (wanted.length > 0 && !caller.roles.some((role) => wanted.includes(role))) {
		throw refuse('Auth_RoleMissing', wanted.join(' or '));
	}
	const kind = productKinds[named.area as Area];
	if (kind !== undefined) await requireProduct(parts, { kind, caller, request });
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

function bodyPlace(endpoint: EndpointDescription): 'json' | 'form' | undefined {
	const places = Object.values(endpoint.fields).map((field) => field.in);
	return places.includes('form') ? 'form' : places.includes('json') ? 'json' : undefined;
}

function checkContentType(endpoint: EndpointDescription, request: FastifyRequest): void {
	const place = bodyPlace(endpoint);
	if (place === undefined) return;
	const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
	const fits = place === 'form' ? type === 'multipart/form-data' : jsonTypes.test(type);
	if (fits) return;
	const wanted = place === 'form' ? 'multipart/form-data' : 'application/json';
	throw refuse('Request_UnsupportedMediaType', type === '' ? 'of no name' : type, wanted);
}

/** The function that checks a request, runs its handler and sends the reply. */
function answerer(parts: RouteParts, { area, operation, endpoint }: NamedEndpoint) {
	const checks = Object.fromEntries(
		(['path', 'query', 'header', 'json', 'form'] as const).map((place) => [
			place,
			checkFor(endpoint, place),
		]),
	) as Record<Place, Check>;
	const place = bodyPlace(endpoint);
	const handler = handlerOf(parts.handlers, area, operation);
	return async (request: FastifyRequest, reply: FastifyReply) => {
		const context: RequestContext = { caller: request.caller, publicUrl: parts.publicUrl() };
		const head = {
			...checks.path(request.params as Values),
			...checks.query(request.query as Values),
			...checks.header(request.headers),
		};
		if (place === 'form') {
			return withForm(parts, { endpoint, request, check: checks.form }, async (fields) =>
				send(reply, endpoint, await handler(context, { ...head, ...fields })),
			);
		}
		const body = place === 'json' ? checks.json(request.body as Values) : {};
		return send(reply, endpoint, await handler(context, { ...head, ...body }));
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

function replySchema({ reply }: EndpointDescription): Record<number, object> | undefined {
	if (reply.kind === 'bytes') return undefined;
	const fields = (models as Record<string, Readonly<Record<string, ModelField>>>)[reply.model];
	if (fields === undefined) throw new Error(`no model named ${reply.model}`);
	const record = modelSchema(fields);
	return { [reply.status]: reply.kind === 'list' ? { type: 'array', items: record } : record };
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
