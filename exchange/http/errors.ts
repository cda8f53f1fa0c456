/**
 * Answers every refusal and fault as `{errorCode, message, arguments}`. A fault of ours is logged
 * with its request id and answered without its details.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../../server/refusal';

/** The refusal that says what went wrong, whatever was thrown. */
export function asRefusal(fault: unknown, request: FastifyRequest): Refusal {
	if (fault instanceof Refusal) return fault;
	const { code, statusCode } = fault as Partial<FastifyError>;
	if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
		return refuse('Request_TooLarge', 'body', request.routeOptions.bodyLimit ?? 0);
	}
	if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') {
		const given = request.headers['content-type'] ?? 'of no name';
		return refuse('Request_UnsupportedMediaType', given, 'application/json');
	}
	if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) {
		return refuse('Request_Malformed', 'it is not well-formed JSON over HTTP');
	}
	request.log.error({ err: fault }, 'the request met an unexpected fault');
	return refuse('Core_Unhandled', request.id);
}

export async function sendRefusal(reply: FastifyReply, refusal: Refusal): Promise<FastifyReply> {
	const { status, code, message, change, args } = refusal;
	return reply
		.code(status)
		.header('cache-control', 'no-store')
		.send({ errorCode: code, message: `${message} ${change}`, arguments: args });
}
