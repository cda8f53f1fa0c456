/**
 * Signing in by a passkey, and adding one while signed in. The library that checks answers is loaded at the first
 * request: most starts need none.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type {
	AuthenticationResponseJSON,
	AuthenticatorTransport,
	RegistrationResponseJSON,
} from '@simplewebauthn/server';
import { refuse } from '../../server/refusal';
import {
	addPasskey,
	findPasskey,
	keepChallenge,
	listPasskeys,
	notePasskeyUse,
	removePasskey,
	useChallenge,
} from '../accounts/passkeys';
import { startSession } from '../accounts/sessions';
import { clientOf } from '../http/client';
import { sessionCookie } from './session-cookie';
import { ownPagesAlone, signedIn, type SignInParts } from './session-routes';

const library = () => import('@simplewebauthn/server');

const place = '/session/passkeys';

export function mountPasskeys(
	app: FastifyInstance,
	parts: SignInParts & { readonly pace: (request: FastifyRequest) => void },
): void {
	const { database, clock, publicUrl } = parts;
	const guard = ownPagesAlone(publicUrl);
	app.post(`${place}/options`, guard, async (request) => {
		parts.pace(request);
		const { generateAuthenticationOptions } = await library();
		const { rpID } = relyingParty(publicUrl());
		const options = await generateAuthenticationOptions({ rpID, userVerification: 'required' });
		await keepChallenge(database, clock, options.challenge);
		return options;
	});
	app.post(place, guard, (request, reply) => signInByPasskey(parts, request, reply));
	app.get(place, guard, async (request) =>
		listPasskeys(database, (await signedIn(parts, request)).userId),
	);
	app.post(`${place}/new/options`, guard, async (request) => {
		const { userId, email } = await signedIn(parts, request);
		const { generateRegistrationOptions } = await library();
		const known = await listPasskeys(database, userId);
		const options = await generateRegistrationOptions({
			rpName: 'Sealkeeper',
			rpID: relyingParty(publicUrl()).rpID,
			userName: email,
			userID: new TextEncoder().encode(userId),
			attestationType: 'none',
			authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
			excludeCredentials: known.map(({ id }) => ({ id })),
		});
		await keepChallenge(database, clock, options.challenge);
		return options;
	});
	app.post(`${place}/new`, guard, async (request, reply) => {
		const { userId } = await signedIn(parts, request);
		await register(parts, { userId, request });
		return reply.code(204).send();
	});
	app.delete<{ Params: { id: string } }>(`${place}/:id`, guard, async (request, reply) => {
		const { userId } = await signedIn(parts, request);
		await removePasskey(database, { userId, id: request.params.id });
		return reply.code(204).send();
	});
}

/** Whom a passkey is for, as browsers hold it: the host of the public address, and its pages. */
function relyingParty(publicUrl: string) {
	const { hostname, origin } = new URL(publicUrl);
	return { rpID: hostname, origin };
}

/** What the library checks every answer against; a challenge is used up by the check. */
function expectationOf({ database, clock, publicUrl }: SignInParts) {
	const { rpID, origin } = relyingParty(publicUrl());
	return {
		expectedChallenge: (challenge: string) => useChallenge(database, clock, challenge),
		expectedOrigin: origin,
		expectedRPID: rpID,
		requireUserVerification: true,
	};
}

/** The library throws what is wrong with an answer; it is the browser's, so it is refused. */
async function checked<Result>(check: Promise<Result>): Promise<Result> {
	return check.catch((fault: unknown) => {
		throw refuse('Auth_PasskeyInvalid', fault instanceof Error ? fault.message : String(fault));
	});
}

async function register(
	parts: SignInParts,
	{ userId, request }: { readonly userId: string; readonly request: FastifyRequest },
): Promise<void> {
	const { verifyRegistrationResponse } = await library();
	const response = request.body as RegistrationResponseJSON;
	const { verified, registrationInfo } = await checked(
		verifyRegistrationResponse({ response, ...expectationOf(parts) }),
	);
	if (!verified) throw refuse('Auth_PasskeyInvalid', 'it is not good');
	const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
	await addPasskey(parts.database, parts.clock, {
		id,
		userId,
		publicKey: Buffer.from(publicKey).toString('base64url'),
		counter,
		transports,
		agent: clientOf(request).agent,
	});
}

async function signInByPasskey(
	parts: SignInParts & { readonly pace: (request: FastifyRequest) => void },
	request: FastifyRequest,
	reply: FastifyReply,
): Promise<FastifyReply> {
	parts.pace(request);
	const { database, clock, publicUrl } = parts;
	const response = request.body as AuthenticationResponseJSON;
	const passkey = await findPasskey(database, String(response.id));
	if (passkey === undefined) throw refuse('Auth_PasskeyInvalid', 'nobody here has it');
	const { verifyAuthenticationResponse } = await library();
	const { verified, authenticationInfo } = await checked(
		verifyAuthenticationResponse({
			response,
			credential: {
				id: passkey.id,
				publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
				counter: passkey.counter,
				transports: passkey.transports as AuthenticatorTransport[],
			},
			...expectationOf(parts),
		}),
	);
	if (!verified) throw refuse('Auth_PasskeyInvalid', 'it is not good');
	const { userId, id } = passkey;
	const { agent } = clientOf(request);
	const started = await database.transaction().execute(async (transaction) => {
		await notePasskeyUse(transaction, clock, { id, counter: authenticationInfo.newCounter });
		return startSession(transaction, clock, { userId, agent });
	});
	return reply.header('set-cookie', sessionCookie(publicUrl(), started)).code(204).send();
}
