/**
 * Log fields of requests and faults: enough to find the cause, and nothing that may contain a key
 * or password.
 */
import { types } from 'node:util';
import { LogController, type FastifyReply, type FastifyRequest } from 'fastify';

const refusedQuietMs = 60_000;

function waitFor(ms: number, action: () => void): void {
	setTimeout(action, ms).unref();
}

/**
 * Logs a request when it comes and when it is answered. Requests over a limit are logged as a count once a
 * minute, because two lines for each would let any caller fill the disk.
 */
export class RequestLog extends LogController {
	private readonly refused = new WeakSet<FastifyRequest>();
	private refusedCount = 0;

	constructor(private readonly after: typeof waitFor = waitFor) {
		super();
	}

	/** Fastify calls it before the limits are known; `admit` logs the request behind them. */
	override incomingRequest(): void {}

	admit(request: FastifyRequest, reply: FastifyReply): void {
		super.incomingRequest(request, reply);
	}

	/** Counts a request over a limit. */
	refuse(request: FastifyRequest): void {
		this.refused.add(request);
		this.refusedCount += 1;
		if (this.refusedCount > 1) return;
		const { log } = request.server;
		const tell = () => {
			log.info({ times: this.refusedCount, withinMs: refusedQuietMs }, 'refused over a limit');
			this.refusedCount = 0;
		};
		this.after(refusedQuietMs, tell);
	}

	override requestCompleted(...told: Parameters<LogController['requestCompleted']>): void {
		if (!this.refused.has(told[1])) super.requestCompleted(...told);
	}
}

/** Our keys and tokens are longer. */
const idLengthMax = 36;

/**
 * Logs route and path ids; no headers, no other parts of the address, and no parameters of a route
 * with a secret.
 */
export function loggedRequest(
	{ method, routeOptions, params, ip }: FastifyRequest,
	secretRoutes: readonly string[],
) {
	const route = routeOptions.url;
	if (route === undefined) return { method, remoteAddress: ip };
	const isSecret = secretRoutes.some((beginning) => route.startsWith(beginning));
	return { method, route, ...(isSecret ? {} : { params: idsOf(params) }), remoteAddress: ip };
}

function idsOf(params: unknown): Readonly<Record<string, string>> {
	const all = Object.entries(params as Readonly<Record<string, string>>);
	return Object.fromEntries(
		all.filter(([name, value]) => name !== '*' && value.length <= idLengthMax),
	);
}

export interface LoggedFault {
	readonly type: string;
	readonly message: string;
	readonly stack: string;
	readonly [more: string]: unknown;
}

/**
 * Logs class, code and texts of a fault and its causes. Other fields are left out, because they
 * may repeat input: a refused Redis command contains the connection's password.
 */
export function loggedFault(fault: unknown): LoggedFault {
	if (!types.isNativeError(fault)) {
		return { type: typeof fault, message: String(fault), stack: '' };
	}
	const { code, errors } = fault as Error & { readonly code?: unknown; readonly errors?: unknown };
	return {
		type: fault.constructor.name,
		...(code !== undefined && { code }),
		message: fault.message,
		stack: fault.stack ?? '',
		...(fault.cause !== undefined && { cause: loggedFault(fault.cause) }),
		...(Array.isArray(errors) && { errors: errors.map(loggedFault) }),
	};
}
