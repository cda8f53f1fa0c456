/**
 * Signing in to the pages by the console of a service: the page brings a code that the console made for it, and the
 * exchange changes it there for an e-mail address (RFC 6749 with PKCE). Who has an account of that address, or is
 * named an administrator, gets a key that ends after half a day and stays in the page.
 *
 * Who allowed deposits in the console has their key at the tracker fetched by the same code, from the tracker itself and
 * by the key of escrow, so that the page sees nothing of it and no other place sees the key of escrow.
 */
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { comparableEmail } from '../../server/email-address';
import { headerKey } from '../../server/http/app/limiter';
import { refuse } from '../../server/refusal';
import type { Accounts } from '../accounts/accounts';
import { required } from '../accounts/permission';
import type { Database } from '../database/database';
import { depositKeyOf, keepDepositKey } from '../settlement/store/deposit-keys';
import type { PlanningParts } from '../settlement/setup/parts';

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
	/** Undefined: the exchange has no tracker. */
	readonly treasury: Pick<PlanningParts, 'vault' | 'settings'> | undefined;
}

export function mountSignIn(app: FastifyInstance, parts: SignInParts): void {
	const { accounts, database, treasury, signInUrl } = parts;
	const tracker = treasury && { tracker: treasury.settings.productId };
	// A page asks this first.
	app.get(place, async (request, reply) => {
		reply.header('cache-control', 'no-store');
		if (signInUrl === undefined) return {};
		const signIn = { console: signInUrl, ...tracker };
		const key = headerKey(request);
		const caller = key === undefined ? undefined : await accounts.authenticate(key, request.ip);
		if (caller === undefined || treasury === undefined) return { signIn };
		const allowed = await depositKeyOf(database, treasury.vault, caller.keyId);
		return { signIn, allowsDeposits: allowed !== undefined };
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
		const { as, allowsDeposits, ...code } = codeOf(request.body);
		const email = comparableEmail(await emailOf(signInUrl, code, request.log));
		const accountId = await (as === 'TRADER'
			? accountOf(database, email)
			: administrator(parts.administrators, email));
		if (allowsDeposits && accountId !== null)
			await fetchDepositKey(parts, { accountId, email, code }, request.log);
		const label = `signed in: ${email}`;
		const { key, expiresAt } = await accounts.addKey(accountId, label, lifetimeDays, {
			isSignedIn: true,
		});
		return { key, expiresAt, email };
	});
}

interface Code {
	readonly code: string;
	readonly codeVerifier: string;
	readonly redirectUri: string;
}

interface SignIn extends Code {
	readonly as: string;
	/** What the console's answer said to the page; the console alone decides. */
	readonly allowsDeposits: boolean;
}

function codeOf(body: unknown): SignIn {
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
	const { allowsDeposits = false } = sent;
	if (typeof allowsDeposits !== 'boolean' || (allowsDeposits && as !== 'TRADER'))
		throw refuse('Request_Invalid', 'allowsDeposits', 'must be true of a trader, or left out');
	return {
		as,
		allowsDeposits,
		code: text('code'),
		codeVerifier: text('codeVerifier'),
		redirectUri: text('redirectUri'),
	};
}

/** Changes a code for the address of who signed in. */
async function emailOf(signInUrl: string, code: Code, log: FastifyBaseLogger): Promise<string> {
	const answer = await change(`${signInUrl}/session/codes/exchange`, code).catch(
		(fault: unknown) => {
			log.error({ err: fault }, 'the service that signs people in does not answer');
			throw refuse('Exchange_ActRefused', 'the service that signs people in does not answer');
		},
	);
	if (answer.status === 401) throw refuse('Exchange_ActRefused', 'the sign-in took too long');
	const { email } = (await answer.json()) as { readonly email?: unknown };
	if (answer.ok && typeof email === 'string') return email;
	throw new Error(`the service that signs people in answered with status ${answer.status}`);
}

function change(address: string, sent: object, key?: string): Promise<Response> {
	return fetch(address, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...(key !== undefined && { 'x-api-key': key }) },
		body: JSON.stringify(sent),
		redirect: 'error',
		signal: AbortSignal.timeout(answerMsMax),
	});
}

interface Allowed {
	readonly accountId: string;
	readonly email: string;
	readonly code: Code;
}

/** Without the key a trader is signed in all the same, and is asked again when they deposit. */
async function fetchDepositKey(
	{ database, treasury }: SignInParts,
	{ accountId, email, code }: Allowed,
	log: FastifyBaseLogger,
): Promise<void> {
	if (treasury === undefined) throw refuse('Exchange_SettlementOff');
	const { settings, vault } = treasury;
	const { trackerUrl, productId: tracker, escrow } = settings;
	const got = change(`${trackerUrl}/session/codes/key`, { ...code, tracker }, escrow.key);
	const answer = await got.then(readKey).catch((fault: unknown) => {
		log.error({ err: fault }, 'the tracker gives no key that was allowed for deposits');
	});
	if (answer === undefined) return;
	const { status, key } = answer;
	if (key !== undefined && comparableEmail(answer.email) === email)
		return keepDepositKey(database, vault, { accountId, email, key });
	log.error({ status }, 'the tracker refuses the key that was allowed for deposits');
}

async function readKey(answer: Response) {
	const { status, ok } = answer;
	const { email, key } = (await answer.json()) as Readonly<Record<string, unknown>>;
	return ok && typeof email === 'string' && typeof key === 'string'
		? { status, email, key }
		: { status, email: '', key: undefined };
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
