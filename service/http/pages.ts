/**
 * Pages with a secret in their address: signing (built in `pages/`), keys, and reports. The secret
 * grants access, so it must reach no other site and no log, and GET changes nothing, but that downloads of a file's link are counted.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { markup } from '../../server/html/markup';
import { alert, page, problemPage } from '../../server/html/page';
import type { Refusal } from '../../server/refusal';
import { headerKey } from '../../server/http/app/limiter';

const policy =
	"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const signingPrefix = '/sign/';
export const keyPrefix = '/keys/';
export const reportPrefix = '/reports/';
export const sealedPrefix = '/sealed/';
export const filePrefix = '/files/';
/** The answer of a provider has a code. */
export const oidcPrefix = '/session/oidc';

/** Prefixes of pages with a secret in their address. */
export const secretPages = [
	signingPrefix,
	keyPrefix,
	reportPrefix,
	sealedPrefix,
	filePrefix,
	oidcPrefix,
];

/** Endpoints that the signing page calls. */
const linkPrefix = '/signing/';

/** Prefixes of routes with a secret in their path. */
export const secretRoutes = [...secretPages, linkPrefix];

/** The key of a request, or the token of a link. */
export function keyOrToken(request: FastifyRequest): string | undefined {
	const { url = '' } = request.routeOptions;
	const params = request.params as Readonly<Record<string, string | undefined>>;
	if (url.startsWith(signingPrefix)) return params['*'];
	const isLink = [linkPrefix, sealedPrefix, filePrefix].some((one) => url.startsWith(one));
	return isLink ? params['token'] : headerKey(request);
}

/** A refusal as a page for the person who followed the link. */
export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
	const { message: happened, change } = refusal;
	return sendPage(reply, refusal.status, problemPage({ happened, change }));
}

/** For a browser at an address that does not exist. */
export function sendLost(
	reply: FastifyReply,
	{ message: happened, status }: Refusal,
): FastifyReply {
	const title = markup`There is no such page`;
	const body = markup`${alert({ happened, change: 'Check the address.' })}
<p><a href="/">The pages that there are</a></p>`;
	return sendPage(reply, status, page(title, title.text, body));
}

const filePolicy =
	"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * Heads of a file behind a secret: always a download and sandboxed, because the content comes from
 * outside and must not run on our origin.
 */
export function asPrivateFile(reply: FastifyReply, policy = filePolicy): FastifyReply {
	return reply
		.header('content-security-policy', policy)
		.header('x-content-type-options', 'nosniff')
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'private, no-store');
}

/** Sends a page without caching and without a referrer. */
export function sendPage(reply: FastifyReply, status: number, html: string): FastifyReply {
	return reply
		.code(status)
		.header('content-security-policy', policy)
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'no-store')
		.type('text/html; charset=utf-8')
		.send(html);
}
