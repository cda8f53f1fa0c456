/** IP address and user agent of a request, for the audit trail. */
import type { FastifyRequest } from 'fastify';
import type { Client } from '../operations/handler';

const agentLengthMax = 300;

export function clientOf({ ip, headers }: Pick<FastifyRequest, 'ip' | 'headers'>): Client {
	const agent = (headers['user-agent'] ?? '').replace(/[^\x20-\x7e]/g, '?');
	return { address: ip, agent: agent.slice(0, agentLengthMax) };
}
