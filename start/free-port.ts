/** Finds ports to listen on: the usual one when it is free, else any. Listening is left to others. */
import * as net from 'node:net';

/** The address every process of a local start listens on. */
export const loopback = '127.0.0.1';

/** The usual port when nothing listens there, else one the system names as free. */
export async function usualOrFreePort(usual: number): Promise<number> {
	return (await portIsFree(usual)) ? usual : freePort();
}

export async function freePort(): Promise<number> {
	const port = await listenOnce(0);
	if (port === undefined) throw new Error('The system names no free port.');
	return port;
}

/** Free on the loopback address and on all addresses: a server on either would be in the way. */
async function portIsFree(port: number): Promise<boolean> {
	const answers = [await listenOnce(port), await listenOnce(port, '::')];
	return answers.every((answer) => answer !== undefined);
}

function listenOnce(port: number, host = loopback): Promise<number | undefined> {
	const server = net.createServer();
	return new Promise((resolve, reject) => {
		server.once('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(undefined);
			else if (error.code === 'EADDRNOTAVAIL' || error.code === 'EAFNOSUPPORT') resolve(port);
			else reject(error);
		});
		server.listen({ port, host, exclusive: true }, () => {
			const address = server.address();
			const taken = typeof address === 'object' && address ? address.port : undefined;
			server.close(() => resolve(taken));
		});
	});
}
