/** A download whose reader has stopped reading, so that its reply stays under way. */
import { once } from 'node:events';
import net from 'node:net';
import { send } from '../clients/requests';

/** More than the system takes for a connection whose other end reads nothing. */
export const stuckSizeBytes = 24 * 1024 * 1024;

/** Stores a file and asks for it; the answer has begun and goes on when the socket is read. */
export async function stuckDownload(service: {
	readonly url: string;
	/** Of a user who may write to storage. */
	readonly key: string;
	/** Requests pipelined behind it. */
	readonly behind?: string;
}): Promise<net.Socket> {
	const headers = { 'x-api-key': service.key };
	const content = Buffer.alloc(stuckSizeBytes, 'Well. ');
	const form = [{ name: 'file', fileName: 'large.bin', content }];
	const url = `${service.url}/storage/files`;
	const stored = await send({ method: 'POST', url, headers, form });
	if (stored.status !== 201) throw new Error(`storing met ${stored.status}: ${stored.text}`);
	const { id } = stored.json() as { readonly id: string };
	const socket = net.connect(Number(new URL(url).port), '127.0.0.1');
	const head = [
		`GET /storage/files/${id} HTTP/1.1`,
		'host: service.test',
		`x-api-key: ${service.key}`,
	];
	socket.write(`${head.join('\r\n')}\r\n\r\n${service.behind ?? ''}`);
	await once(socket, 'readable');
	return socket;
}
