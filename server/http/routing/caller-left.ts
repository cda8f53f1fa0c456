import type { FastifyReply } from 'fastify';
import { refuse } from '../../refusal';

/** Aborted when the connection closes before the whole reply was written. */
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
