/**
 * The pages reached by an address with a secret in it: where a signer signs, which is a page of
 * `pages/`, and in files of their own where a key is made and where a report of differences is read. The
 * secret is the permission, so it goes to no other site and into no log, and looking at a page changes
 * nothing.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemPage } from '../html/page';
import type { Refusal } from '../../server/refusal';
import { headerKey } from '../../server/http/app/limiter';

const policy =
	"default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const signingPrefix = '/sign/';
export const keyPrefix = '/keys/';
export const reportPrefix = '/reports/';
export const sealedPrefix = '/sealed/';

/** Beginnings of pages with a secret behind them. */
export const secretPages = [signingPrefix, keyPrefix, reportPrefix, sealedPrefix];

/** What the page of a signing link asks. */
const linkPrefix = '/signing/';

/** Beginnings of routes with a secret in their path. */
export const secretRoutes = [...secretPages, linkPrefix];

/** What a request may be known by: its key, or the token of a link, which is guessed as a key is. */
export function keyOrToken(request: FastifyRequest): string | undefined {
	const { url = '' } = request.routeOptions;
	const params = request.params as Readonly<Record<string, string | undefined>>;
	if (url.startsWith(signingPrefix)) return params['*'];
	const isLink = url.startsWith(linkPrefix) || url.startsWith(sealedPrefix);
	return isLink ? params['token'] : headerKey(request);
}

/** A refusal as a page for the person who followed the link. */
export function sendProblem(reply: FastifyReply, refusal: Refusal): FastifyReply {
	const { message: happened, change } = refusal;
	return sendPage(reply, refusal.status, problemPage({ happened, change }));
}

/** A page that may be kept nowhere and tells no other site where it lies. */
export function sendPage(reply: FastifyReply, status: number, page: string): FastifyReply {
	return reply
		.code(status)
		.header('content-security-policy', policy)
		.header('referrer-policy', 'no-referrer')
		.header('cache-control', 'no-store')
		.type('text/html; charset=utf-8')
		.send(page);
}
