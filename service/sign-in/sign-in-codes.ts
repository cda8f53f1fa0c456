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
 */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { newSecret } from '../../server/clock';
import { refuse } from '../../server/refusal';
import { keepChallenge, useChallenge } from '../accounts/passkeys';
import { ownPagesAlone, signedIn, text, type SignInParts } from './session-routes';

const lifetimeMs = 60_000;
const place = '/session/codes';

/** A program that people sign in to. */
export interface SignInProgram {
	readonly address: string;
	/** Undefined: the only organisation there is. */
	readonly organisationId: string | undefined;
}

interface MadeFor {
	readonly code: string;
	readonly codeChallenge: string;
	readonly redirectUri: string;
}

const challengeOf = ({ code, codeChallenge, redirectUri }: MadeFor) =>
	[code, codeChallenge, redirectUri].join('\n');

export function mountSignInCodes(
	app: FastifyInstance,
	parts: SignInParts & { readonly signInFor: readonly SignInProgram[] },
): void {
	const { database, clock, signInFor } = parts;
	app.post(place, ownPagesAlone(parts.publicUrl), async (request) => {
		const { userId, organisationId } = await signedIn(parts, request);
		const codeChallenge = text(request.body, 'codeChallenge');
		const redirectUri = text(request.body, 'redirectUri');
		const program = signInFor.find(({ address }) => isPageOf(address, redirectUri));
		const fault =
			program === undefined
				? 'must be a page of a program in SIGN_IN_FOR'
				: await organisationFault(parts, program, organisationId);
		if (fault !== undefined) throw refuse('Request_Invalid', 'redirectUri', fault);
		const code = `${userId}.${newSecret()}`;
		const challenge = challengeOf({ code, codeChallenge, redirectUri });
		await keepChallenge(database, clock, challenge, lifetimeMs);
		return { code };
	});
	// For programs, not for browsers: whoever has the verifier began the sign-in.
	app.post(`${place}/exchange`, async (request, reply) => {
		const code = text(request.body, 'code');
		const redirectUri = text(request.body, 'redirectUri');
		const codeChallenge = challengeOfVerifier(text(request.body, 'codeVerifier'));
		const challenge = challengeOf({ code, codeChallenge, redirectUri });
		const [userId = ''] = code.split('.');
		const user = (await useChallenge(database, clock, challenge))
			? await actingUser(parts, userId)
			: undefined;
		if (user === undefined) throw refuse('Auth_SessionEnded');
		return reply.header('cache-control', 'no-store').send(user);
	});
}

/** S256 of RFC 7636. */
const challengeOfVerifier = (verifier: string) =>
	createHash('sha256').update(verifier).digest('base64url');

/** The origins must be equal; a page of the program may have any path. */
function isPageOf(program: string, address: string): boolean {
	return URL.canParse(address) && new URL(address).origin === new URL(program).origin;
}

/** Undefined if the people of this organisation sign in to the program. */
async function organisationFault(
	{ accounts }: SignInParts,
	program: SignInProgram,
	organisationId: string,
): Promise<string | undefined> {
	if (program.organisationId !== undefined) {
		const isTheirs = program.organisationId === organisationId;
		return isTheirs ? undefined : 'is for the people of another organisation';
	}
	const { length } = await accounts.organisations();
	return length === 1 ? undefined : 'needs its organisation in SIGN_IN_FOR, as there are several';
}

/** Undefined if the user was disabled or deleted meanwhile. */
async function actingUser(
	{ database }: SignInParts,
	userId: string,
): Promise<{ readonly email: string } | undefined> {
	return database
		.selectFrom('users')
		.select('email')
		.where('id', '=', userId)
		.where('disabled_at', 'is', null)
		.where('deleted_at', 'is', null)
		.executeTakeFirst();
}
