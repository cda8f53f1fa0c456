/**
 * Signing in to the pages by the console of a service: the page brings a code that the console made for it, and the
 * exchange changes it there for an e-mail address (RFC 6749 with PKCE). Who has an account of that address, or is
 * named an administrator, gets a key that ends after half a day and stays in the page.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { comparableEmail } from '../../server/email-address';
import { headerKey } from '../../server/http/app/limiter';
import { refuse } from '../../server/refusal';
import type { Accounts } from '../accounts/accounts';
import { required } from '../accounts/permission';
import type { Database } from '../database/database';

const lifetimeDays = 0.5;
const answerMsMax = 5_000;
const place = '/session';

export interface SignInParts {
	readonly database: Database;
	readonly accounts: Pick<Accounts, 'addKey' | 'authenticate' | 'revokeKey'>;
	/** The address of the service; undefined: people sign in with keys alone. */
	readonly signInUrl: string | undefined;
	/** Addresses of those who are administrators when they sign in. */
	readonly administrators: readonly string[];
}

export function mountSignIn(app: FastifyInstance, parts: SignInParts): void {
	const { accounts, signInUrl } = parts;
	// A page asks this first.
	app.get(place, async (_request, reply) => {
		reply.header('cache-control', 'no-store');
		return signInUrl === undefined ? {} : { signIn: { console: signInUrl } };
	});
	if (signInUrl === undefined) return;
	app.delete(place, async (request, reply) => {
		const caller = await accounts.authenticate(required(headerKey(request)), request.ip);
		if (caller === undefined) throw refuse('Auth_KeyInvalid');
		await accounts.revokeKey(caller.keyId);
		return reply.code(204).send();
	});
	app.post(place, async (request, reply) => {
		reply.header('cache-control', 'no-store');
		const { as, ...code } = codeOf(request.body);
		const email = comparableEmail(await emailOf(signInUrl, code, request.log));
		const accountId = await (as === 'TRADER'
			? accountOf(parts.database, email)
			: administrator(parts.administrators, email));
		const { key, expiresAt } = await accounts.addKey(
			accountId,
			`signed in: ${email}`,
			lifetimeDays,
		);
		return { key, expiresAt, email };
	});
}

interface Code {
	readonly code: string;
	readonly codeVerifier: string;
	readonly redirectUri: string;
}

function codeOf(body: unknown): Code & { readonly as: string } {
	const sent = (body ?? {}) as Readonly<Record<string, unknown>>;
	const text = (field: string) => {
		const value = sent[field];
		if (typeof value !== 'string' || value === '' || value.length > 2000)
			throw refuse('Request_Invalid', field, 'must be a text of at most 2000 characters');
		return value;
	};
	const as = text('as');
	if (as !== 'TRADER' && as !== 'ADMINISTRATOR')
		throw refuse('Request_Invalid', 'as', 'must be TRADER or ADMINISTRATOR');
	return {
		as,
		code: text('code'),
		codeVerifier: text('codeVerifier'),
		redirectUri: text('redirectUri'),
	};
}

/** Changes a code for the address of who signed in. */
async function emailOf(signInUrl: string, code: Code, log: FastifyBaseLogger): Promise<string> {
	const answer = await fetch(`${signInUrl}/session/codes/exchange`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(code),
		redirect: 'error',
		signal: AbortSignal.timeout(answerMsMax),
	}).catch((fault: unknown) => {
		log.error({ err: fault }, 'the service that signs people in does not answer');
		throw refuse('Exchange_ActRefused', 'the service that signs people in does not answer');
	});
	if (answer.status === 401) throw refuse('Exchange_ActRefused', 'the sign-in took too long');
	const { email } = (await answer.json()) as { readonly email?: unknown };
	if (answer.ok && typeof email === 'string') return email;
	throw new Error(`the service that signs people in answered with status ${answer.status}`);
}

async function accountOf(database: Database, email: string): Promise<string> {
	const row = await database
		.selectFrom('accounts')
		.select('id')
		.where('email', '=', email)
		.executeTakeFirst();
	if (row !== undefined) return row.id;
	throw refuse('Auth_NotAdmitted', email, 'a trader');
}

/** An administrator's key has no account. */
async function administrator(administrators: readonly string[], email: string): Promise<null> {
	if (administrators.some((one) => comparableEmail(one) === email)) return null;
	throw refuse('Auth_NotAdmitted', email, 'an administrator');
}
