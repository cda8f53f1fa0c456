/**
 * Tells another program of the operator, such as the exchange, who is signed in to the console: the Authorization Code
 * flow of RFC 6749 with PKCE (RFC 7636), whose code is changed for an e-mail address. Programs are named by the
 * setting SIGN_IN_FOR, each for one organisation: another one may have a user of any address.
 *
 *   a code   entered by                          left by
 *   open     the console, for who is signed in   its exchange with the right verifier; one minute
 *   used     its exchange                        never
 *
 * A code names its user. The database has a hash of the code with all that it was made for, so it fits nothing else.
 *
 * Where the person allowed deposits, a second hash lets the program fetch their deposit key by the same code, once. For
 * that it shows a key of its own, of the same organisation: a browser that knows code and verifier gets no key.
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Role } from '../../api/language/roles';
import { newSecret } from '../../server/clock';
import { headerKey } from '../../server/http/app/limiter';
import { refuse } from '../../server/refusal';
import {
	depositRole,
	depositRoles,
	hasDepositKey,
	replaceDepositKey,
} from '../accounts/deposit-keys';
import { keepChallenge, useChallenge } from '../accounts/passkeys';
import { pageFault, type SignInProgram } from '../accounts/sign-in-programs';
import { changeUsers } from '../accounts/users';
import type { Database, Transaction } from '../database/database';
import type { Caller } from '../operations/handler';
import { ownPagesAlone, signedIn, text, type SignInParts } from './session-routes';

const lifetimeMs = 60_000;
const place = '/session/codes';

interface MadeFor {
	readonly code: string;
	readonly codeChallenge: string;
	readonly redirectUri: string;
	/** The product whose assets may be deposited, for the second hash. */
	readonly tracker?: string;
}

const challengeOf = ({ code, codeChallenge, redirectUri, tracker }: MadeFor) =>
	[code, codeChallenge, redirectUri, ...(tracker === undefined ? [] : [tracker])].join('\n');

export interface SignInCodeParts extends SignInParts {
	readonly signInFor: readonly SignInProgram[];
	/** Default for new keys. */
	readonly keyLifetimeDays: number | undefined;
}

export function mountSignInCodes(app: FastifyInstance, parts: SignInCodeParts): void {
	const { database, clock } = parts;
	const guard = ownPagesAlone(parts.publicUrl);
	app.post(`${place}/consent`, guard, async (request) => {
		const caller = await signedIn(parts, request);
		const page = await pageOfProgram(parts, caller, request);
		const role = await roleAt(parts, caller, text(request.body, 'tracker'));
		if (role === undefined) return {};
		const isAllowed = await hasDepositKey(database, clock, { userId: caller.userId, page });
		return { deposits: { program: new URL(page).host, role, isAllowed } };
	});
	app.post(place, guard, async (request) => {
		const caller = await signedIn(parts, request);
		const codeChallenge = text(request.body, 'codeChallenge');
		const redirectUri = await pageOfProgram(parts, caller, request);
		const code = `${caller.userId}.${newSecret()}`;
		const madeFor = { code, codeChallenge, redirectUri };
		if (isGiven(request.body, 'tracker')) {
			const tracker = text(request.body, 'tracker');
			if ((await roleAt(parts, caller, tracker)) === undefined)
				throw refuse('Request_Invalid', 'tracker', 'must be a tracker that you may use');
			await keepChallenge(database, clock, challengeOf({ ...madeFor, tracker }), lifetimeMs);
		}
		await keepChallenge(database, clock, challengeOf(madeFor), lifetimeMs);
		return { code };
	});
	// For programs, not for browsers: whoever has the verifier began the sign-in.
	app.post(`${place}/exchange`, async (request, reply) => {
		const madeFor = shownBy(request);
		const user = (await useChallenge(database, clock, challengeOf(madeFor)))
			? await actingUser(database, userOf(madeFor))
			: undefined;
		if (user === undefined) throw refuse('Auth_SessionEnded');
		return reply.header('cache-control', 'no-store').send({ email: user.email });
	});
	app.post(`${place}/key`, async (request, reply) =>
		reply.header('cache-control', 'no-store').send(await depositKey(parts, request)),
	);
}

/** What a program shows of the code it has. */
function shownBy({ body }: FastifyRequest): MadeFor {
	return {
		code: text(body, 'code'),
		redirectUri: text(body, 'redirectUri'),
		codeChallenge: challengeOfVerifier(text(body, 'codeVerifier')),
	};
}

const userOf = ({ code }: MadeFor) => code.split('.')[0] ?? '';

function isGiven(body: unknown, field: string): boolean {
	return typeof body === 'object' && body !== null && field in body;
}

/** The page that a sign-in leads back to, of a program that the people of this organisation sign in to. */
async function pageOfProgram(
	parts: SignInCodeParts,
	{ organisationId }: Pick<Caller, 'organisationId'>,
	{ body }: FastifyRequest,
): Promise<string> {
	const redirectUri = text(body, 'redirectUri');
	const fault = await pageFault(parts, { organisationId, page: redirectUri });
	if (fault !== undefined) throw refuse('Request_Invalid', 'redirectUri', fault);
	return redirectUri;
}

/** The role by which somebody uses this tracker of their organisation; undefined if they do not. */
async function roleAt(
	{ accounts }: SignInCodeParts,
	{ organisationId, roles }: Pick<Caller, 'organisationId' | 'roles'>,
	tracker: string,
): Promise<Role | undefined> {
	const product = await accounts.product(organisationId, 'Tracker', tracker);
	return product && depositRole(roles);
}

/** The deposit key of who allowed it, for the program that has a key of the same organisation. */
async function depositKey(
	parts: SignInCodeParts,
	request: FastifyRequest,
): Promise<{ readonly email: string; readonly key: string }> {
	const { accounts, database, clock, keyLifetimeDays: lifetimeDays } = parts;
	const program = await programOf(parts, request);
	const tracker = text(request.body, 'tracker');
	if ((await roleAt(parts, program, tracker)) === undefined)
		throw refuse('Auth_RoleMissing', depositRoles.join(' or '));
	const madeFor = shownBy(request);
	return changeUsers(database, program.organisationId, async (transaction) => {
		const isOpen = await useChallenge(transaction, clock, challengeOf({ ...madeFor, tracker }));
		const user = isOpen ? await actingUser(transaction, userOf(madeFor)) : undefined;
		// A refusal rolls back, so that a program of another organisation uses nothing up.
		if (user?.organisationId !== program.organisationId) throw refuse('Auth_SessionEnded');
		const role = depositRole(user.roles);
		if (role === undefined) throw refuse('Auth_RoleMissing', depositRoles.join(' or '));
		const holder = { userId: userOf(madeFor), page: madeFor.redirectUri };
		const terms = { role, lifetimeDays, ofProgram: program.limits };
		const key = await replaceDepositKey(accounts, transaction, { ...holder, ...terms });
		return { email: user.email, key };
	});
}

/** Who asks, by a key of its own. */
async function programOf({ accounts }: SignInCodeParts, request: FastifyRequest): Promise<Caller> {
	const key = headerKey(request);
	if (key === undefined || key === '') throw refuse('Auth_KeyMissing');
	const caller = await accounts.callerByKey(key, request.ip);
	if (caller === undefined) throw refuse('Auth_KeyInvalid');
	return caller;
}

/** S256 of RFC 7636. */
const challengeOfVerifier = (verifier: string) =>
	createHash('sha256').update(verifier).digest('base64url');

/** Undefined if the user was disabled or deleted meanwhile. */
async function actingUser(connection: Database | Transaction, userId: string) {
	const row = await connection
		.selectFrom('users')
		.select(['email', 'organisation_id as organisationId', 'roles'])
		.where('id', '=', userId)
		.where('disabled_at', 'is', null)
		.where('deleted_at', 'is', null)
		.executeTakeFirst();
	return row && { ...row, roles: JSON.parse(row.roles) as readonly Role[] };
}
