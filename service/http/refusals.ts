/**
 * Sends refusals in the form of their address: the main interface's, storage's `{message, body,
 * status}`, or a page for a person who followed a link or mistyped an address.
 */
import type { FastifyReply } from 'fastify';
import type { Refusal } from '../../server/refusal';
import { plainPathOf } from '../../server/http/app/address';
import { sendRefusal, storageBody } from '../../server/http/refusals';
import { secretPages, sendLost, sendProblem } from './pages';

export const storagePrefix = '/storage';

export function answerRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
	const path = plainPathOf(reply.request.url);
	if (secretPages.some((beginning) => path.startsWith(beginning)))
		return sendProblem(reply, refusal);
	const isBrowser = reply.request.headers.accept?.includes('text/html') === true;
	if (refusal.code === 'Request_RouteNotFound' && isBrowser) return sendLost(reply, refusal);
	return path.startsWith(`${storagePrefix}/`)
		? sendRefusal(reply, refusal, storageBody)
		: sendRefusal(reply, refusal);
}
