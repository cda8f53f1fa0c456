/**
 * Keys that a person who is signed in makes for programs of their own: each is shown once and is in no mail. These are
 * routes of sessions, so a key makes none: who has stolen one gains nothing that outlives it.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { keyTerms } from '../../api/platform/keys';
import { programs } from '../../api/programs';
import { itemCheck, type Values } from '../../server/http/routing/checks';
import { refuse } from '../../server/refusal';
import type { Accounts, MadeKey } from '../accounts/accounts';
import { checkedLimits, requireAmong } from '../accounts/key-limits';
import { endKey, listKeys } from '../accounts/keys';
import { changeUsers } from '../accounts/users';
import { ownPagesAlone, signedIn, type SignInParts } from './session-routes';

/** Most keys in use of one user; another is refused. */
const keysMax = 100;

const place = '/session/keys';

interface OwnKeyParts extends Pick<SignInParts, 'database' | 'clock' | 'publicUrl'> {
	readonly accounts: Accounts;
	/** Default for new keys. */
	readonly keyLifetimeDays: number | undefined;
}

export function mountOwnKeys(app: FastifyInstance, parts: OwnKeyParts): void {
	const { database, clock } = parts;
	const guard = ownPagesAlone(parts.publicUrl);
	app.get(place, guard, async (request) => listKeys(database, await signedIn(parts, request)));
	app.post(place, guard, async (request, reply) =>
		reply.code(201).send(await make(parts, request)),
	);
	app.delete<{ Params: { id: string } }>(`${place}/:id`, guard, async (request, reply) => {
		const { organisationId, userId } = await signedIn(parts, request);
		await changeUsers(database, organisationId, (transaction) =>
			endKey(transaction, clock, { organisationId, userId, keyId: request.params.id }),
		);
		return reply.code(204).send();
	});
}

const check = itemCheck(
	{ ...keyTerms, label: { ...keyTerms.label, required: true } },
	programs.service,
);

async function make(parts: OwnKeyParts, request: FastifyRequest): Promise<MadeKey> {
	const { database, accounts, keyLifetimeDays } = parts;
	const { organisationId, userId, roles: own } = await signedIn(parts, request);
	const {
		label,
		lifetimeDays = keyLifetimeDays,
		...wanted
	} = check((request.body ?? {}) as Values);
	const limits = checkedLimits(wanted);
	requireAmong(limits.roles, own, 'your own');
	return changeUsers(database, organisationId, async (transaction) => {
		const { length } = await listKeys(transaction, { organisationId, userId });
		if (length >= keysMax) throw refuse('Auth_KeysTooMany', keysMax);
		return accounts.addKey(userId, label, { lifetimeDays, ...limits }, transaction);
	});
}
