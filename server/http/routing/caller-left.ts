/** Tells work under way that nobody waits for its answer any more. */
import type { FastifyReply } from 'fastify';
import { refuse } from '../../refusal';

/** Aborted when the connection ends before the whole answer was handed to it. */
export function callerLeft({ raw }: FastifyReply): AbortSignal {
	const leaving = new AbortController();
	const check = () => {
		if (raw.writableFinished) return;
		leaving.abort(refuse('Request_Malformed', 'its caller left before it was answered'));
	};
	if (raw.destroyed || raw.socket?.destroyed !== false) check();
	else raw.once('close', check);
	return leaving.signal;
}
