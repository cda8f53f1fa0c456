/**
 * Signing in by a provider of OpenID Connect: the Authorization Code flow with PKCE. The library that speaks it is
 * loaded at the first sign-in. Nothing of the provider is kept from one sign-in to the next, so new keys and settings
 * of it count at once.
 *
 *   an attempt   entered by                        left by
 *   open         GET /session/oidc                 its callback with the right state; 10 minutes
 *   used         the callback, whatever it brings  never
 *
 * A cookie keeps the secret of an attempt, from which its state, nonce and code verifier are made; the database has
 * a hash.
 */
import { createHmac } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { newSecret } from '../../server/clock';
import { SettingRefused } from '../../server/config/environment';
import { markup } from '../../server/html/markup';
import { page } from '../../server/html/page';
import type { Accounts } from '../accounts/accounts';
import { keepChallenge, useChallenge } from '../accounts/passkeys';
import { startSession } from '../accounts/sessions';
import { changeUsers } from '../accounts/users';
import { clientOf } from '../http/client';
import { oidcPrefix, sendPage } from '../http/pages';
import { admit, organisationOf, readPerson, TurnedAway, type Person } from './oidc-people';
import type { OidcSettings } from './oidc-settings';
import { browserCookie, cookieOf, sessionCookie } from './session-cookie';
import { ownPagesAlone, type SignInParts } from './session-routes';

const library = () => import('openid-client');
type Library = Awaited<ReturnType<typeof library>>;
type Provider = Awaited<ReturnType<Library['discovery']>>;

/** Of each of the provider's answers. */
const answerSecondsMax = 5;
const clockToleranceSeconds = 60;
const attemptLifetimeSeconds = 10 * 60;
const cookieName = 'sealkeeper-oidc';
const callbackPath = `${oidcPrefix}/callback`;
/** Keeps the cookie within what browsers take. */
const toLengthMax = 1000;

export interface OidcParts extends SignInParts {
	readonly pace: (request: FastifyRequest) => void;
	readonly oidc: OidcSettings;
}

export function mountOidc(app: FastifyInstance, parts: OidcParts): void {
	const guard = ownPagesAlone(parts.publicUrl);
	app.get(oidcPrefix, guard, (request, reply) =>
		begin(parts, request, reply).catch(tellTurnedAway(request, reply)),
	);
	app.get(callbackPath, guard, (request, reply) =>
		finish(parts, request, reply).catch(tellTurnedAway(request, reply)),
	);
}

/** Refuses an organisation that there is not. */
export async function requireOrganisation(
	accounts: Accounts,
	oidc: OidcSettings | undefined,
): Promise<void> {
	const id = oidc?.organisationId;
	if (id === undefined || (await accounts.organisations()).some((one) => one.id === id)) return;
	throw new SettingRefused(
		`OIDC_ORGANISATION must be the id of an organisation here, as admin -- organisation list shows it, not '${id}'`,
	);
}

async function begin(
	parts: OidcParts,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	parts.pace(request);
	const { database, clock, oidc } = parts;
	const publicUrl = parts.publicUrl();
	const client = await library();
	const provider = await discover(client, oidc);
	const secret = newSecret();
	const { challenge, state, nonce, verifier } = attemptOf(secret);
	const address = client.buildAuthorizationUrl(provider, {
		redirect_uri: publicUrl + callbackPath,
		scope: 'openid email profile',
		state,
		nonce,
		code_challenge: await client.calculatePKCECodeChallenge(verifier),
		code_challenge_method: 'S256',
	});
	await keepChallenge(database, clock, challenge, attemptLifetimeSeconds * 1000);
	const { to } = request.query as Readonly<Record<string, unknown>>;
	const isKept = typeof to === 'string' && to.length <= toLengthMax;
	const value = `${secret}.${Buffer.from(isKept ? to : '').toString('base64url')}`;
	const lifetimeSeconds = attemptLifetimeSeconds;
	return reply
		.header('set-cookie', browserCookie(publicUrl, { name: cookieName, value, lifetimeSeconds }))
		.redirect(address.href, 302);
}

/** Not paced: what costs anything needs an attempt, whose beginning was. */
async function finish(
	parts: OidcParts,
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	const { database, clock, accounts, oidc } = parts;
	const publicUrl = parts.publicUrl();
	const [secret = '', to = ''] = (cookieOf(request, publicUrl, cookieName) ?? '').split('.');
	const attempt = attemptOf(secret);
	const answer = new URL(publicUrl + callbackPath);
	answer.search = request.url.replace(/^[^?]*/, '');
	// A foreign answer uses no attempt up.
	const isOurs = answer.searchParams.get('state') === attempt.state;
	if (!isOurs || !(await useChallenge(database, clock, attempt.challenge)))
		throw new TurnedAway('BEGUN_ELSEWHERE');
	const person = await personOf(oidc, { answer, attempt });
	const organisationId = await organisationOf(accounts, oidc);
	const { agent } = clientOf(request);
	const started = await changeUsers(database, organisationId, async (transaction) => {
		const userId = await admit(transaction, parts, { ...person, organisationId });
		return startSession(transaction, clock, { userId, agent });
	});
	const ended = { name: cookieName, value: '', lifetimeSeconds: 0 };
	return reply
		.header('set-cookie', [sessionCookie(publicUrl, started), browserCookie(publicUrl, ended)])
		.redirect(ownPage(publicUrl, Buffer.from(to, 'base64url').toString()), 303);
}

type Attempt = ReturnType<typeof attemptOf>;

function attemptOf(secret: string) {
	const made = (purpose: string) =>
		createHmac('sha256', secret).update(purpose).digest('base64url');
	return {
		challenge: made('challenge'),
		state: made('state'),
		nonce: made('nonce'),
		verifier: made('verifier'),
	};
}

/** What the provider says of itself. */
async function discover(client: Library, oidc: OidcSettings): Promise<Provider> {
	const { issuer, clientId, clientSecret } = oidc;
	const isPlain = issuer.protocol === 'http:';
	const { allowInsecureRequests, enableNonRepudiationChecks, clockTolerance } = client;
	return client
		.discovery(
			issuer,
			clientId,
			{ [clockTolerance]: clockToleranceSeconds },
			client.ClientSecretBasic(clientSecret),
			{
				timeout: answerSecondsMax,
				// Signatures of tokens are checked, too, although tokens come from the provider itself.
				execute: [enableNonRepudiationChecks, ...(isPlain ? [allowInsecureRequests] : [])],
			},
		)
		.catch((fault: unknown) => {
			throw new TurnedAway('PROVIDER_AWAY', fault);
		});
}

/** Changes the code of an answer for who has signed in; the library checks all that comes. */
async function personOf(
	oidc: OidcSettings,
	{ answer, attempt }: { readonly answer: URL; readonly attempt: Attempt },
): Promise<Person> {
	const client = await library();
	const provider = await discover(client, oidc);
	try {
		const tokens = await client.authorizationCodeGrant(provider, answer, {
			pkceCodeVerifier: attempt.verifier,
			expectedState: attempt.state,
			expectedNonce: attempt.nonce,
			idTokenExpected: true,
		});
		const claims = { ...tokens.claims() };
		const wanted = ['email', ...(oidc.roles === undefined ? [] : [oidc.groupsClaim])];
		const hasMore = provider.serverMetadata().userinfo_endpoint !== undefined;
		const more =
			hasMore && wanted.some((name) => claims[name] === undefined)
				? await client.fetchUserInfo(provider, tokens.access_token, String(claims['sub']))
				: {};
		return readPerson(claims, { ...more }, oidc.groupsClaim);
	} catch (fault) {
		if (fault instanceof TurnedAway) throw fault;
		const isDeclined = fault instanceof client.AuthorizationResponseError;
		throw new TurnedAway(isDeclined ? 'DECLINED' : 'NOT_CONFIRMED', fault);
	}
}

/** The page that sent somebody to sign in, which lies behind the service's own address, whatever the rest says. */
function ownPage(publicUrl: string, to: string): string {
	return new URL(publicUrl + (to.startsWith('/') ? to : '/console')).href;
}

function tellTurnedAway({ log }: FastifyRequest, reply: FastifyReply) {
	return (fault: unknown): FastifyReply => {
		if (!(fault instanceof TurnedAway)) throw fault;
		const { status, sentence, cause } = fault;
		// The provider's code of an error, such as invalid_client, stands in a field that is not logged by itself.
		const { error } = (cause ?? {}) as { readonly error?: unknown };
		log.warn({ err: fault, ...(error !== undefined && { error }) }, 'a sign-in was turned away');
		const title = markup`You are not signed in`;
		const body = markup`<p>${sentence}</p>
<p><a href="/console/sign-in">Back to the sign-in</a></p>`;
		return sendPage(reply, status, page(title, title.text, body));
	};
}
