/**
 * The pages where a person accepts an invitation, or makes and sees their key. GET changes nothing, so that
 * mail scanners that follow links use up no key.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import {
	keyOffer,
	takeOffer,
	type KeyLinkParts,
	type KeyOffer,
	type Offered,
} from '../accounts/key-links';
import { closedPage, madePage, offerPage, unknownKeyLinkPage } from '../accounts/key-page';
import { startSession } from '../accounts/sessions';
import type { Transaction } from '../database/database';
import { clientOf } from '../http/client';
import { keyPrefix, sendPage } from '../http/pages';
import { sessionCookie } from './session-cookie';

interface TokenRoute {
	Params: { token: string };
}

export interface KeyPageParts extends KeyLinkParts {
	readonly publicUrl: () => string;
}

export function mountKeyPages(app: FastifyInstance, parts: KeyPageParts): void {
	app.get<TokenRoute>(`${keyPrefix}:token`, async ({ params: { token } }, reply) => {
		const offer = await keyOffer(parts, token);
		if (offer?.state === 'open') return sendPage(reply, 200, offerPage(offer, token));
		return sendClosed(reply, offer?.state);
	});
	// Refuses before reading the body.
	const guard = {
		onRequest: async ({ params: { token } }: FastifyRequest<TokenRoute>, reply: FastifyReply) => {
			const state = (await keyOffer(parts, token))?.state;
			return state === 'open' ? undefined : sendClosed(reply, state);
		},
	};
	app.post<TokenRoute>(`${keyPrefix}:token`, guard, ({ params: { token } }, reply) =>
		take(parts, { token, reply }, async (transaction, { userId, label, terms }, offer) => {
			const made = await parts.accounts.addKey(userId, label, terms, transaction);
			return () => sendPage(reply, 200, madePage(offer, made, terms));
		}),
	);
	app.post<TokenRoute>(`${keyPrefix}:token/session`, guard, (request, reply) => {
		const { token } = request.params;
		return take(parts, { token, reply }, async (transaction, { userId }) => {
			const { agent } = clientOf(request);
			const started = await startSession(transaction, parts.clock, { userId, agent });
			const cookie = sessionCookie(parts.publicUrl(), started);
			return () => reply.header('set-cookie', cookie).redirect('/console', 303);
		});
	});
}

type ClosedState = Exclude<KeyOffer['state'], 'open'>;

function sendClosed(reply: FastifyReply, state: ClosedState | undefined): FastifyReply {
	return state === undefined
		? sendPage(reply, 404, unknownKeyLinkPage())
		: sendPage(reply, 410, closedPage(state));
}

/** Uses the offer up; what is sent then is made in the same transaction. */
async function take(
	parts: KeyLinkParts,
	{ token, reply }: { readonly token: string; readonly reply: FastifyReply },
	make: (
		transaction: Transaction,
		offered: Offered,
		offer: KeyOffer,
	) => Promise<() => FastifyReply>,
): Promise<FastifyReply> {
	const offer = await keyOffer(parts, token);
	if (offer?.state !== 'open') return sendClosed(reply, offer?.state);
	const send = await takeOffer(parts, { offer, token }, (transaction, offered) =>
		make(transaction, offered, offer),
	);
	if (send !== undefined) return send();
	const state = (await keyOffer(parts, token))?.state ?? 'ended';
	return sendClosed(reply, state === 'open' ? 'ended' : state);
}
