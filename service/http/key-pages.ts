/**
 * The pages at which a person makes their key and sees it, once. Looking changes nothing, so that a
 * mail program that follows links takes no key away.
 */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { keyOffer, takeKey, type KeyLinkParts } from '../accounts/key-links';
import { closedPage, madePage, offerPage, unknownKeyLinkPage } from '../accounts/key-page';
import { keyPrefix, sendPage } from './pages';

interface TokenRoute {
	Params: { token: string };
}

export function mountKeyPages(app: FastifyInstance, parts: KeyLinkParts): void {
	app.get<TokenRoute>(`${keyPrefix}:token`, async ({ params: { token } }, reply) => {
		const offer = await keyOffer(parts, token);
		if (offer === undefined) return sendPage(reply, 404, unknownKeyLinkPage());
		return offer.state === 'open'
			? sendPage(reply, 200, offerPage(offer))
			: sendPage(reply, 410, closedPage(offer.state));
	});
	app.post<TokenRoute>(`${keyPrefix}:token`, ({ params: { token } }, reply) =>
		makeKey(parts, token, reply),
	);
}

async function makeKey(parts: KeyLinkParts, token: string, reply: FastifyReply) {
	const offer = await keyOffer(parts, token);
	if (offer === undefined) return sendPage(reply, 404, unknownKeyLinkPage());
	if (offer.state !== 'open') return sendPage(reply, 410, closedPage(offer.state));
	const made = await takeKey(parts, offer, token);
	if (made !== undefined) return sendPage(reply, 200, madePage(offer, made));
	const state = (await keyOffer(parts, token))?.state ?? 'ended';
	return sendPage(reply, 410, closedPage(state === 'open' ? 'ended' : state));
}
