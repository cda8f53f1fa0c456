/**
 * The cookies of sessions and sign-ins, and the rule that keeps other sites from using it. Over HTTPS its name begins
 * with `__Host-`: browsers then keep it for this host alone and send it only over HTTPS.
 */
import type { FastifyRequest } from 'fastify';
import { refuse } from '../../server/refusal';

/**
 * Before each name over HTTPS, where no other name is read: a host beside this one could set a plain one for both, and
 * sign somebody in as another person.
 */
const securedPrefix = '__Host-';
const sessionName = 'sealkeeper';

/** A `Set-Cookie` that keeps a secret; with an empty one and no time it removes the cookie. */
export function sessionCookie(
	publicUrl: string,
	{ secret, lifetimeSeconds }: { readonly secret: string; readonly lifetimeSeconds: number },
): string {
	return browserCookie(publicUrl, { name: sessionName, value: secret, lifetimeSeconds });
}

export interface BrowserCookie {
	readonly name: string;
	readonly value: string;
	readonly lifetimeSeconds: number;
}

export function browserCookie(
	publicUrl: string,
	{ name, value, lifetimeSeconds }: BrowserCookie,
): string {
	return [
		`${fullName(publicUrl, name)}=${value}`,
		'Path=/',
		`Max-Age=${lifetimeSeconds}`,
		'HttpOnly',
		'SameSite=Lax',
		...(isSecured(publicUrl) ? ['Secure'] : []),
	].join('; ');
}

function isSecured(publicUrl: string): boolean {
	return publicUrl.startsWith('https:');
}

function fullName(publicUrl: string, name: string): string {
	return isSecured(publicUrl) ? securedPrefix + name : name;
}

export const noSession = { secret: '', lifetimeSeconds: 0 };

/** The secret of the session a request carries. */
export function sessionSecret(
	request: Pick<FastifyRequest, 'headers'>,
	publicUrl: string,
): string | undefined {
	return cookieOf(request, publicUrl, sessionName);
}

export function cookieOf(
	{ headers }: Pick<FastifyRequest, 'headers'>,
	publicUrl: string,
	cookieName: string,
): string | undefined {
	const cookies = new Map(
		(headers.cookie ?? '').split(';').map((pair) => {
			const [name = '', value = ''] = pair.split('=', 2);
			return [name.trim(), value.trim()];
		}),
	);
	const found = cookies.get(fullName(publicUrl, cookieName));
	return found === '' ? undefined : found;
}

const reads = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Refuses a changing request that another site may have made a browser send. Browsers say where a request
 * comes from by `Sec-Fetch-Site`, older ones by `Origin`; one that says neither is no browser, and programs have keys.
 */
export function requireSameOrigin(
	request: Pick<FastifyRequest, 'method' | 'headers' | 'protocol' | 'host'>,
	publicUrl: string,
): void {
	if (reads.has(request.method)) return;
	const site = request.headers['sec-fetch-site'];
	if (site === 'same-origin') return;
	const { origin } = request.headers;
	const own = [new URL(publicUrl).origin, `${request.protocol}://${request.host}`];
	if (site === undefined && origin !== undefined && own.includes(origin)) return;
	throw refuse('Auth_OtherSite');
}
