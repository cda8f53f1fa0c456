/**
 * Signing in and out, for the console: a browser gets a cookie, never a key. The routes are for the service's own
 * pages and take a changing request from them alone; programs send a key instead.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { roles } from '../../api/language/roles';
import { emailFault } from '../../server/email-address';
import { addressGroup } from '../../server/http/app/limiter';
import { RateWindows } from '../../server/http/app/rate-windows';
import { isPlainText } from '../../server/plain-text';
import { refuse } from '../../server/refusal';
import { keyMail } from '../accounts/key-mail';
import { endSession, listSessions, startSession } from '../accounts/sessions';
import {
	issueSignInLink,
	linksOfLastHour,
	offerOfLink,
	signInLink,
	useSignInLink,
	usersOfAddress,
	type UserToSignIn,
} from '../accounts/sign-in-links';
import { requireUser } from '../accounts/users';
import type { Transaction } from '../database/database';
import type { Caller } from '../operations/handler';
import { clientOf } from '../http/client';
import { mountOidc } from './oidc';
import { mountPasskeys } from './passkeys';
import { noSession, sessionCookie, sessionSecret } from './session-cookie';
import { ownPagesAlone, signedIn, text, type SignInParts } from './session-routes';

/** Requests for a link: of an address on the network a minute, and to a mailbox an hour. */
const asksPerMinuteMax = 10;
const linksPerHourMax = 5;
/** About 4 MB if full. */
const addressesMax = 10_000;
const nameLengthMax = 200;

const place = '/session';

export function mountSignIn(app: FastifyInstance, parts: SignInParts): void {
	const { accounts, publicUrl } = parts;
	const nowMs = parts.nowMs ?? (() => performance.now());
	const { share } = parts;
	const asks = new RateWindows({ requestsMax: asksPerMinuteMax, callersMax: addressesMax, share });
	const guard = ownPagesAlone(publicUrl);
	const pace = ({ ip }: FastifyRequest) => {
		const { isOver, restMs } = asks.count(addressGroup(ip), nowMs());
		if (isOver) throw refuse('Request_TooMany', Math.max(1, Math.ceil(restMs / 1000)));
	};
	mountPasskeys(app, { ...parts, pace });
	const { oidc } = parts;
	if (oidc !== undefined) mountOidc(app, { ...parts, oidc, pace });
	const nobody = oidc === undefined ? {} : { signIn: { oidc: oidc.name } };
	// Whoever is signed out is answered all the same: a page asks this first.
	app.get(place, guard, async (request) => {
		const secret = sessionSecret(request, publicUrl());
		const caller = secret === undefined ? undefined : await accounts.callerBySession(secret);
		return caller === undefined ? nobody : shownUser(parts, caller);
	});
	app.post(`${place}/links`, guard, async (request, reply) => {
		pace(request);
		await mailLinks(parts, email(request.body));
		// The same for an address that nobody has: it tells nobody who is a user.
		return reply.code(202).send({});
	});
	app.post(`${place}/offers`, guard, async (request) => {
		const offer = await offerOfLink(parts.database, parts.clock, text(request.body, 'token'));
		if (offer.kind === 'SET_UP') return { kind: offer.kind };
		return { kind: offer.kind, email: offer.email, organisation: offer.organisationName };
	});
	app.post(place, guard, (request, reply) => signIn(parts, request, reply));
	app.delete(place, guard, async (request, reply) => {
		const { userId, grant } = await signedIn(parts, request);
		await endSession(parts.database, parts.clock, { userId, sessionId: idOf(grant) });
		return reply.header('set-cookie', sessionCookie(publicUrl(), noSession)).code(204).send();
	});
	app.get(`${place}s`, guard, async (request) => {
		const { userId, grant } = await signedIn(parts, request);
		const sessions = await listSessions(parts.database, parts.clock, userId);
		return sessions.map((session) => ({ ...session, isThis: session.id === idOf(grant) }));
	});
	app.delete<{ Params: { id: string } }>(`${place}s/:id`, guard, async (request, reply) => {
		const { userId } = await signedIn(parts, request);
		await endSession(parts.database, parts.clock, { userId, sessionId: request.params.id });
		return reply.code(204).send();
	});
}

/** A grant begins with the id of its key or session. */
function idOf(grant: string | undefined): string {
	return grant?.split(' ')[0] ?? '';
}

/** Who is signed in, as the pages show it. */
async function shownUser({ accounts, database }: SignInParts, caller: Caller) {
	const { organisationId, userId } = caller;
	if (userId === undefined) throw new Error('a session belongs to a user');
	return {
		user: await requireUser(database, { organisationId, userId }),
		organisation: { id: organisationId, name: await accounts.organisationName(organisationId) },
	};
}

/** Mails a link to each user of an address; beyond the limit of a mailbox none is sent. */
async function mailLinks(parts: SignInParts, address: string): Promise<void> {
	const { database, clock, outbox } = parts;
	const users = await usersOfAddress(database, address);
	for (const user of users) {
		await database.transaction().execute(async (transaction) => {
			if ((await linksOfLastHour(transaction, clock, user.userId)) >= linksPerHourMax) return;
			await mailLink(transaction, parts, user);
		});
	}
	outbox.wake();
}

async function mailLink(
	transaction: Transaction,
	{ clock, outbox, publicUrl, mailLanguage: language }: SignInParts,
	{ userId, organisationId, organisationName, email: address }: UserToSignIn,
): Promise<void> {
	const { token, expiresAt } = await issueSignInLink(transaction, clock, userId);
	const mail = keyMail({
		kind: 'SIGN_IN',
		address,
		organisationName,
		fromEmail: address,
		link: signInLink(publicUrl(), token),
		expiresAt,
		language,
	});
	await outbox.add(transaction, { ...mail, organisationId });
}

/** Signs in by a link; the one of the first start names the organisation and its administrator, too. */
async function signIn(parts: SignInParts, request: FastifyRequest, reply: FastifyReply) {
	const { database, clock, publicUrl } = parts;
	const { body } = request;
	const token = text(body, 'token');
	const { agent } = clientOf(request);
	const started = await database.transaction().execute(async (transaction) => {
		const offer = await useSignInLink(transaction, clock, token);
		const userId =
			offer.kind === 'SIGN_IN' ? offer.userId : await setUp(transaction, parts, namesOf(body));
		return startSession(transaction, clock, { userId, agent });
	});
	reply.header('set-cookie', sessionCookie(publicUrl(), started));
	return reply.code(204).send();
}

interface Names {
	readonly organisation: string;
	readonly email: string;
}

function namesOf(body: unknown): Names {
	const organisation = text(body, 'organisation').trim();
	if (!isPlainText(organisation) || organisation.length > nameLengthMax)
		throw refuse('Request_Invalid', 'organisation', 'must be a name of at most 200 characters');
	return { organisation, email: email(body) };
}

/** The first organisation: a product of each kind, and an administrator with every role. */
async function setUp(
	transaction: Transaction,
	{ accounts }: SignInParts,
	{ organisation, email: address }: Names,
): Promise<string> {
	const { id: organisationId } = await accounts.addOrganisation(organisation, transaction);
	for (const [kind, name] of [
		['Sealer', 'Contracts'],
		['Tracker', 'Assets'],
		['Keeper', 'Documents'],
	] as const) {
		await accounts.addProduct({ organisationId, kind, name }, transaction);
	}
	const user = { organisationId, email: address, roles };
	return (await accounts.addUser(user, transaction)).id;
}

function email(body: unknown): string {
	const address = text(body, 'email').trim();
	const fault = emailFault(address);
	if (fault !== undefined) throw refuse('Request_Invalid', 'email', fault);
	return address;
}
