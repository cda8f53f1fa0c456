/** HTTP requests for data of a seal, with limits of time and size and without redirects. */
/** No usable response; the message is the end of a sentence that names the server. */
export class NoResponseError extends Error {
	override readonly name = 'NoResponseError';
}

export interface HttpQuery {
	/** May contain a user name and a password. */
	readonly url: string;
	/** Sent by POST; without it the request is a GET. */
	readonly body?: { readonly bytes: Uint8Array; readonly mediaType: string };
	readonly timeoutMs: number;
	readonly sizeBytesMax: number;
}

export async function answerOf(asked: HttpQuery): Promise<Uint8Array> {
	const { url, body, timeoutMs, sizeBytesMax } = asked;
	const signal = AbortSignal.timeout(timeoutMs);
	const { address, headers } = addressOf(url);
	const sent =
		body === undefined
			? { method: 'GET', headers }
			: {
					method: 'POST',
					body: new Uint8Array(body.bytes),
					headers: { ...headers, 'content-type': body.mediaType },
				};
	try {
		const reply = await fetch(address, { ...sent, signal, redirect: 'error' });
		if (reply.status !== 200) {
			await reply.body?.cancel();
			throw new NoResponseError(`it answered with ${reply.status}`);
		}
		return await bodyOf(reply, sizeBytesMax);
	} catch (fault) {
		if (fault instanceof NoResponseError) throw fault;
		if (signal.aborted) {
			throw new NoResponseError(`it did not answer within ${timeoutMs / 1000} seconds`);
		}
		throw new NoResponseError(`it cannot be reached (${reasonOf(fault)})`);
	}
}

/** fetch hides the reason in `cause`. */
function reasonOf(fault: unknown): string {
	const { message = '', cause = {} } = fault as { message?: string; cause?: { message?: string } };
	return cause.message ?? (message === '' ? String(fault) : message);
}

async function bodyOf(reply: Response, sizeBytesMax: number): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	const body = (reply.body ?? []) as AsyncIterable<Uint8Array> | readonly Uint8Array[];
	for await (const chunk of body) {
		sizeBytes += chunk.length;
		if (sizeBytes > sizeBytesMax) throw new NoResponseError('its answer is too long for one');
		chunks.push(chunk);
	}
	return Buffer.concat(chunks);
}

/** Moves user name and password from the URL into a header. */
function addressOf(url: string): { address: string; headers: Record<string, string> } {
	const address = new URL(url);
	const { username, password } = address;
	if (username === '' && password === '') return { address: url, headers: {} };
	address.username = '';
	address.password = '';
	const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
	const basic = Buffer.from(credentials).toString('base64');
	return { address: address.href, headers: { authorization: `Basic ${basic}` } };
}
