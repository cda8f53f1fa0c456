/**
 * The pages where a person makes and sees their key. GET changes nothing, so that mail scanners
 * that follow links use up no key.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { keyOffer, takeKey, type KeyLinkParts, type KeyOffer } from '../accounts/key-links';
import { closedPage, madePage, offerPage, unknownKeyLinkPage } from '../accounts/key-page';
import { keyPrefix, sendPage } from './pages';

interface TokenRoute {
	Params: { token: string };
}

export function mountKeyPages(app: FastifyInstance, parts: KeyLinkParts): void {
	app.get<TokenRoute>(`${keyPrefix}:token`, async ({ params: { token } }, reply) => {
		const offer = await keyOffer(parts, token);
		if (offer?.state === 'open') return sendPage(reply, 200, offerPage(offer));
		return sendClosed(reply, offer?.state);
	});
	app.post<TokenRoute>(
		`${keyPrefix}:token`,
		{
			// Refuses before reading the body.
			onRequest: async ({ params: { token } }, reply) => {
				const state = (await keyOffer(parts, token))?.state;
				return state === 'open' ? undefined : sendClosed(reply, state);
			},
		},
		({ params: { token } }, reply) => makeKey(parts, token, reply),
	);
}

type ClosedState = Exclude<KeyOffer['state'], 'open'>;

function sendClosed(reply: FastifyReply, state: ClosedState | undefined): FastifyReply {
	return state === undefined
		? sendPage(reply, 404, unknownKeyLinkPage())
		: sendPage(reply, 410, closedPage(state));
}

async function makeKey(parts: KeyLinkParts, token: string, reply: FastifyReply) {
	const offer = await keyOffer(parts, token);
	if (offer?.state !== 'open') return sendClosed(reply, offer?.state);
	const made = await takeKey(parts, offer, token);
	if (made !== undefined) return sendPage(reply, 200, madePage(offer, made));
	const state = (await keyOffer(parts, token))?.state ?? 'ended';
	return sendClosed(reply, state === 'open' ? 'ended' : state);
}
