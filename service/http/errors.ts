/**
 * Answers every refusal and fault in the form of its product: the main interface has
 * `{errorCode, message, arguments}`, storage has `{message, body, status}`. A fault of ours is
 * logged with its request id and answered without its details.
 */
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal, refuse } from '../../server/refusal';
import { shortageRefusal } from '../storage/bucket-shortage';

/** The refusal that says what went wrong, whatever was thrown. */
export function asRefusal(fault: unknown, request: FastifyRequest): Refusal {
	if (fault instanceof Refusal) return fault;
	const known = shortageRefusal(fault) ?? frameworkRefusal(fault, request);
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
	await readToEnd(reply.request.raw);
	return reply
		.code(refusal.status)
		.header('cache-control', 'no-store')
		.send(form === 'storage' ? storageBody(refusal) : mainBody(refusal));
}

/**
 * A connection that ends with its answer is reset while the request is still unread, and a caller
 * who sends everything first, as proxies do, would never see the answer.
 */
async function readToEnd(request: IncomingMessage): Promise<void> {
	if (request.complete || request.destroyed) return;
	if (!/\bclose\b/i.test(request.headers.connection ?? '')) return;
	await new Promise<void>((resolve) => {
		request.once('end', resolve).once('close', resolve).resume();
	});
}

function storageBody({ message, change, status }: Refusal) {
	return { message, body: change, status };
}

function mainBody({ code, message, change, args }: Refusal) {
	return { errorCode: code, message: `${message} ${change}`, arguments: args };
}

/** Answers bytes that are no HTTP request; what product they were meant for cannot be known. */
export function answerUnreadable(_fault: Error, socket: Duplex): void {
	if (!socket.writable) {
		socket.destroy();
		return;
	}
	const refusal = refuse('Request_Malformed', 'its head is not HTTP or is too large');
	const body = JSON.stringify(mainBody(refusal));
	const head = [
		`HTTP/1.1 ${refusal.status} Bad Request`,
		'content-type: application/json; charset=utf-8',
		`content-length: ${Buffer.byteLength(body)}`,
		'connection: close',
	];
	socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
