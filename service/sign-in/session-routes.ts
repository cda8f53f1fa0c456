/** What every route of sessions needs: who is signed in, and that one of the service's own pages asks. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../../server/clock';
import type { Share } from '../../server/http/app/rate-windows';
import { refuse } from '../../server/refusal';
import type { Accounts } from '../accounts/accounts';
import type { Database } from '../database/database';
import type { Language } from '../mail/language';
import type { Outbox } from '../mail/outbox';
import type { Caller } from '../operations/handler';
import type { OidcSettings } from './oidc-settings';
import { requireSameOrigin, sessionSecret } from './session-cookie';

export interface SignInParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly accounts: Accounts;
	readonly outbox: Outbox;
	readonly mailLanguage: Language;
	/** Undefined if nobody signs in by a provider. */
	readonly oidc: OidcSettings | undefined;
	readonly publicUrl: () => string;
	/** Counts requests for links over all processes. */
	readonly share: Share | undefined;
	/** Monotonic milliseconds. */
	readonly nowMs: (() => number) | undefined;
}

/** The hook of such a route: nothing is cached, and no other site changes anything. */
export function ownPagesAlone(publicUrl: () => string) {
	return {
		onRequest: async (request: FastifyRequest, reply: FastifyReply) => {
			reply.header('cache-control', 'no-store');
			requireSameOrigin(request, publicUrl());
		},
	};
}

/** Who is signed in; refuses who is not. */
export async function signedIn(
	{ accounts, publicUrl }: Pick<SignInParts, 'accounts' | 'publicUrl'>,
	request: FastifyRequest,
): Promise<Caller & { readonly userId: string }> {
	const secret = sessionSecret(request, publicUrl());
	const caller = secret === undefined ? undefined : await accounts.callerBySession(secret);
	const { userId } = caller ?? {};
	if (caller === undefined || userId === undefined) throw refuse('Auth_SessionEnded');
	return { ...caller, userId };
}

/** A field of a JSON body; refuses one that is missing. */
export function text(body: unknown, field: string): string {
	const value = (body as Readonly<Record<string, unknown>> | null | undefined)?.[field];
	if (typeof value !== 'string' || value === '')
		throw refuse('Request_Invalid', field, 'must be a text');
	return value;
}
