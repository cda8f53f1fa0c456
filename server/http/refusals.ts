/**
 * Sends refusals and faults. The form is `{errorCode, message, arguments}` unless the program
 * supplies another; each contains the request id. A bug is logged under that id and answered
 * without details.
 */
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorCode } from '../../api/errors';
import { DatabaseUnavailable, type Shortage } from '../database/unavailable';
import { Refusal, refuse } from '../refusal';
import { formTypes } from './bodies';
import type { RepeatedFaults } from './repeated-faults';

export type RefusalBody = (refusal: Refusal, requestId: string) => object;

/** Maps a fault to its refusal. */
export type RefusalReader = (fault: unknown, request: FastifyRequest) => Refusal;

/** Sends a refusal in the form of the product the request is for. */
export type RefusalSender = (reply: FastifyReply, refusal: Refusal) => FastifyReply;

/** Maps anything thrown to a refusal. */
export function asRefusal(fault: unknown, request: FastifyRequest): Refusal {
	const known = fault instanceof Refusal ? fault : frameworkRefusal(fault, request);
	const { id, log, server } = request;
	return known ?? refusalOf(fault, { id, log, repeatedFaults: server.repeatedFaults });
}

/** Logs for a fault, and the id it is logged with. */
export interface FaultTelling {
	readonly id: string;
	readonly log: Pick<FastifyBaseLogger, 'error'>;
	readonly repeatedFaults: RepeatedFaults;
}

/** Like asRefusal, for work outside of an HTTP request. */
export function refusalOf(fault: unknown, { id, log, repeatedFaults }: FaultTelling): Refusal {
	if (fault instanceof Refusal) return fault;
	if (fault instanceof DatabaseUnavailable) {
		repeatedFaults.tell(fault, 'a request met a database it cannot use', { reqId: id });
		return refuse(shortageCodes[fault.shortage]);
	}
	log.error({ err: fault, reqId: id }, 'the request met an unexpected fault');
	return refuse('Core_Unhandled', id);
}

const shortageCodes: Readonly<Record<Shortage, ErrorCode>> = {
	AWAY: 'Core_DatabaseAway',
	READ_ONLY: 'Core_DatabaseReadOnly',
	FULL: 'Core_DatabaseFull',
};

function frameworkRefusal(fault: unknown, request: FastifyRequest): Refusal | undefined {
	const { code, statusCode, message } = fault as Partial<FastifyError>;
	switch (code ?? '') {
		case 'FST_ERR_CTP_BODY_TOO_LARGE':
			return refuse('Request_TooLarge', 'body', request.routeOptions.bodyLimit ?? 0);
		case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
			return refuse(
				'Request_UnsupportedMediaType',
				request.headers['content-type'] ?? '(none)',
				request.server.hasContentTypeParser(formTypes)
					? 'application/json or multipart/form-data, as the endpoint asks'
					: 'application/json',
			);
		case 'FST_ERR_BAD_URL':
			return refuse('Request_Malformed', 'its address has a part that is no UTF-8');
		case 'FST_ERR_MAX_PARAM_LENGTH':
			return refuse('Request_AddressTooLong');
		default:
			return statusCode !== undefined && statusCode >= 400 && statusCode < 500
				? refuse('Request_Malformed', (message ?? 'it is not well formed').toLowerCase())
				: undefined;
	}
}

export function sendRefusal(
	reply: FastifyReply,
	refusal: Refusal,
	body: RefusalBody = mainBody,
): FastifyReply {
	const { retryAfterSeconds } = refusal;
	if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
	return reply
		.code(refusal.status)
		.header('cache-control', 'no-store')
		.send(body(refusal, reply.request.id));
}

export function mainBody(refusal: Refusal, requestId: string) {
	return { ...errorOf(refusal), requestId };
}

/** A refusal of one of several items in a request. */
export function errorOf({ code, message, change, args }: Refusal) {
	return { errorCode: code, message: `${message} ${change}`, arguments: args };
}

/** The form of the storage product. */
export function storageBody({ message, change, status }: Refusal, requestId: string) {
	return { message, body: change, status, requestId };
}
