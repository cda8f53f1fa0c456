/**
 * Serves the built pages: documents at addresses the program chooses, and their files under names
 * that change with their content. All files are read at start.
 */
import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { refuse } from '../../refusal';

/**
 * A page runs only its server's scripts, connects to nothing else, and cannot turn text into HTML.
 */
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

/** Pages with PDFs also load fonts and the pdf.js worker from a fixed address. */
const readingPolicy = `${policy.replace("trusted-types 'none'", 'trusted-types pdf-worker')}; font-src 'self'`;

/** Pages with mails also show HTML with inline styles and pictures, in a frame without scripts. */
const framingPolicy = policy
	.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
	.replace("img-src 'self'", "img-src 'self' data:")
	.replace("trusted-types 'none'", 'trusted-types mail-frame');

const types: Readonly<Record<string, string>> = {
	'.js': 'text/javascript; charset=utf-8',
	'.css': 'text/css; charset=utf-8',
	'.svg': 'image/svg+xml',
	'.mjs': 'text/javascript; charset=utf-8',
	'.woff2': 'font/woff2',
	'.ttf': 'font/ttf',
	'.pfb': 'application/octet-stream',
	'.bcmap': 'application/octet-stream',
};

interface BuiltFile {
	readonly type: string;
	readonly bytes: Buffer;
	/** Compressed bytes by content encoding, the shortest first. */
	readonly encoded: ReadonlyMap<string, Buffer>;
}

/** Extensions of the compressed files made by `pages/build.js`. */
const encodings: readonly (readonly [string, string])[] = [
	['br', '.br'],
	['gzip', '.gz'],
];

/** Prefix of files in the documents; `pages/build.js` writes it. */
const filesPrefix = '/pages/';

/** Pages that need a wider policy. */
export interface PagesWithMore {
	/** Pages that show PDFs. */
	readonly reading?: readonly string[];
	/** Pages that show mails. */
	readonly framing?: readonly string[];
}

/** Mounts each page at its address and below. If the pages are not built, logs that. */
export function mountBuiltPages(
	app: FastifyInstance,
	folder: string | undefined,
	pages: Readonly<Record<string, string>>,
	{ reading = [], framing = [] }: PagesWithMore = {},
): void {
	if (folder === undefined || !fs.existsSync(path.join(folder, 'files'))) {
		app.log.info({ folder }, 'the pages are not built');
		return;
	}
	const files = filesIn(path.join(folder, 'files'));
	app.get<{ Params: { '*': string } }>(`${filesPrefix}*`, (request, reply) => {
		const file = files.get(request.params['*']);
		if (file === undefined) throw refuse('Request_RouteNotFound', 'GET', request.url);
		return sendBuilt(request, reply, file);
	});
	const icon = [...files].find(([name]) => /^icon-\w+\.svg$/.test(name))?.[1];
	// Browsers ask for it beside pages that name no icon.
	app.get('/favicon.ico', (_request, reply) => reply.type('image/svg+xml').send(icon?.bytes));
	for (const [address, name] of Object.entries(pages)) {
		const document = fs.readFileSync(path.join(folder, `${name}.html`));
		const wider = framing.includes(name) ? framingPolicy : policy;
		const allowed = reading.includes(name) ? readingPolicy : wider;
		for (const url of [address, `${address}/*`]) {
			app.get(url, (_request, reply) => sendDocument(reply, allowed, document));
		}
	}
}

function filesIn(folder: string): ReadonlyMap<string, BuiltFile> {
	const read = (name: string) => fs.readFileSync(path.join(folder, name));
	const names = fs
		.readdirSync(folder, { recursive: true, encoding: 'utf8' })
		.filter((name) => path.extname(name) in types);
	return new Map(
		names.map((name) => {
			const type = types[path.extname(name)] ?? '';
			const encoded = encodings.map(([encoding, end]) => [encoding, read(name + end)] as const);
			return [
				name.split(path.sep).join('/'),
				{ type, bytes: read(name), encoded: new Map(encoded) },
			];
		}),
	);
}

function sendDocument(reply: FastifyReply, allowed: string, document: Buffer): FastifyReply {
	return reply
		.header('content-security-policy', allowed)
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'no-store')
		.type('text/html; charset=utf-8')
		.send(document);
}

/** A file name never changes its content, so it can be cached for ever. */
function sendBuilt(request: FastifyRequest, reply: FastifyReply, file: BuiltFile): FastifyReply {
	reply.header('cache-control', 'public, max-age=31536000, immutable');
	reply.header('vary', 'accept-encoding').type(file.type);
	const taken = request.headers['accept-encoding'] ?? '';
	const [best] = [...file.encoded].filter(([encoding]) => isTaken(taken, encoding));
	if (best === undefined) return reply.send(file.bytes);
	const [encoding, bytes] = best;
	return reply.header('content-encoding', encoding).send(bytes);
}

/** True if the header accepts the encoding; a quality of zero forbids it (RFC 9110, 12.5.3). */
function isTaken(header: string, encoding: string): boolean {
	return header.split(',').some((each) => {
		const [name = '', quality = '1'] = each.trim().split(/\s*;\s*q=/i);
		return name.toLowerCase() === encoding && Number(quality) > 0;
	});
}
