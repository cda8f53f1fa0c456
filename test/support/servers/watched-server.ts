/**
 * A web server whose documents change between two runs, as those do that a comparison watches. It
 * answers conditional requests as web servers do.
 */
import http from 'node:http';

interface Watched {
	readonly mediaType: string;
	readonly content: string | Buffer;
	readonly modifiedAt: Date;
}

export class WatchedServer {
	private readonly documents = new Map<string, Watched>();

	private constructor(private readonly server: http.Server) {}

	static async open(): Promise<WatchedServer> {
		const server = http.createServer();
		const opened = new WatchedServer(server);
		server.on('request', (request, response) => opened.answer(request, response));
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return opened;
	}

	/** Puts a document at the path of this name, in place of what was there. */
	put(name: string, mediaType: string, content: string | Buffer, modifiedAt = new Date()): void {
		this.documents.set(`/${name}`, { mediaType, content, modifiedAt });
	}

	get url(): string {
		const address = this.server.address();
		if (typeof address !== 'object' || address === null) throw new Error('Not listening.');
		return `http://127.0.0.1:${address.port}`;
	}

	close(): Promise<unknown> {
		this.server.closeAllConnections();
		return new Promise((resolve) => this.server.close(resolve));
	}

	private answer(request: http.IncomingMessage, response: http.ServerResponse): void {
		const found = this.documents.get(request.url ?? '');
		if (found === undefined) {
			response.writeHead(404).end();
			return;
		}
		const since = Date.parse(request.headers['if-modified-since'] ?? '');
		if (since >= found.modifiedAt.getTime()) {
			response.writeHead(304).end();
			return;
		}
		response.setHeader('content-type', found.mediaType);
		response.setHeader('last-modified', found.modifiedAt.toUTCString());
		response.end(found.content);
	}
}
