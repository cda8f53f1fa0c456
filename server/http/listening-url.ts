/** The address of an application for other programs on the machine. */
import type { FastifyInstance } from 'fastify';

export function listeningUrl(app: FastifyInstance): string {
	const address = app.server.address();
	if (address === null || typeof address === 'string') {
		throw new Error('the application is not listening');
	}
	const isHere = ['0.0.0.0', '::', '127.0.0.1', '::1'].includes(address.address);
	return `http://${isHere ? 'localhost' : address.address}:${address.port}`;
}
