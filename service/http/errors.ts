/**
 * Answers every refusal and fault in the form of its product: the main interface has
 * `{errorCode, message, arguments}`, storage has `{message, body, status}`. A fault of ours is
 * logged with its request id and answered without its details.
 */
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../refusal';

/** The refusal that says what went wrong, whatever was thrown. */
export function asRefusal(fault: unknown, request: FastifyRequest): Refusal {
	if (fault instanceof Refusal) return fault;
	const known = frameworkRefusal(fault, request);
	if (known !== undefined) return known;
	request.log.error({ err: fault }, 'the request met an unexpected fault');
	return refuse('Core_Unhandled', request.id);
}

function frameworkRefusal(fault: unknown, request: FastifyRequest): Refusal | undefined {
	const { code, statusCode, message } = fault as Partial<FastifyError>;
	switch (code) {
		case 'FST_ERR_CTP_BODY_TOO_LARGE':
			return refuse('Request_TooLarge', 'body', request.routeOptions.bodyLimit ?? 0);
		case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
			return refuse(
				'Request_UnsupportedMediaType',
				request.headers['content-type'] ?? 'of no name',
				'application/json or multipart/form-data, as the endpoint asks',
			);
		default:
			return statusCode !== undefined && statusCode >= 400 && statusCode < 500
				? refuse('Request_Malformed', (message ?? 'it is not well formed').toLowerCase())
				: undefined;
	}
}

/** Sends a refusal in the form of the product the request is for. */
export async function sendRefusal(
	reply: FastifyReply,
	refusal: Refusal,
	form: 'main' | 'storage',
): Promise<FastifyReply> {
	const { status, code, message, change, args } = refusal;
	const body =
		form === 'storage'
			? { message, body: change, status }
			: { errorCode: code, message: `${message} ${change}`, arguments: args };
	return reply.code(status).header('cache-control', 'no-store').send(body);
}
