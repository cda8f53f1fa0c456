/**
 * Serves the pages that `pages/` was built to: documents under the addresses a program names, and
 * what they load under names that change with their content. Everything is read once, when the
 * program opens. What is on a page is none of its business.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../refusal';

/** A page runs the scripts of its own server, reaches nothing else, and makes no HTML of texts. */
const policy = [
	"default-src 'none'",
	"script-src 'self'",
	"style-src 'self'",
	"img-src 'self'",
	"connect-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"frame-ancestors 'none'",
	"require-trusted-types-for 'script'",
	"trusted-types 'none'",
].join('; ');

const types: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
};

interface BuiltFile {
	readonly type: string;
	readonly bytes: Buffer;
	readonly compressed: Buffer;
}

/** Where the documents look for their files; `pages/build.js` writes it into them. */
const filesPrefix = '/pages/';

/**
 * Mounts each page at its address and at everything below it. Where the pages are not built, they
 * are not there, and the log says so.
 */
export function mountBuiltPages(
	app: FastifyInstance,
	folder: string | undefined,
	pages: Readonly<Record<string, string>>,
): void {
	if (folder === undefined || !fs.existsSync(path.join(folder, 'files'))) {
		app.log.info({ folder }, 'the pages are not built');
		return;
	}
	const files = filesIn(path.join(folder, 'files'));
	app.get<{ Params: { file: string } }>(`${filesPrefix}:file`, (request, reply) => {
		const file = files.get(request.params.file);
		if (file === undefined) throw refuse('Request_RouteNotFound', 'GET', request.url);
		return sendBuilt(request, reply, file);
	});
	for (const [address, name] of Object.entries(pages)) {
		const document = fs.readFileSync(path.join(folder, `${name}.html`));
		for (const url of [address, `${address}/*`]) {
			app.get(url, (_request, reply) => sendDocument(reply, document));
		}
	}
}

function filesIn(folder: string): ReadonlyMap<string, BuiltFile> {
	const read = (name: string) => fs.readFileSync(path.join(folder, name));
	const names = fs.readdirSync(folder).filter((name) => path.extname(name) in types);
	return new Map(
		names.map((name) => {
			const type = types[path.extname(name)] ?? '';
			return [name, { type, bytes: read(name), compressed: read(`${name}.gz`) }];
		}),
	);
}

function sendDocument(reply: FastifyReply, document: Buffer): FastifyReply {
	return reply
		.header('content-security-policy', policy)
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'no-store')
		.type('text/html; charset=utf-8')
		.send(document);
}

/** A name stands for one content for ever, so it is asked for once. */
function sendBuilt(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
	reply.header('cache-control', 'public, max-age=31536000, immutable');
	reply.header('vary', 'accept-encoding').type(file.type);
	const takesCompressed = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '');
	if (!takesCompressed) return reply.send(file.bytes);
	return reply.header('content-encoding', 'gzip').send(file.compressed);
}
