/**
 * Leads who is signed in to the page where they sign: a signer of the organisation needs no mail. A program signs by its
 * key; the link is for a browser, so this is a route of sessions.
 */
import type { FastifyInstance } from 'fastify';
import { isoTime } from '../../server/clock';
import { refuse } from '../../server/refusal';
import { issueLink } from '../contracts/links/sign-link';
import { requireTurnOf } from '../contracts/record/contract';
import { lockedStanding } from '../contracts/record/standing';
import { ownPagesAlone, signedIn, text, type SignInParts } from './session-routes';

type OwnSigningParts = Pick<SignInParts, 'database' | 'clock' | 'accounts' | 'publicUrl'>;

export function mountOwnSigning(app: FastifyInstance, parts: OwnSigningParts): void {
	const { database, clock, accounts, publicUrl } = parts;
	app.post('/session/signing-links', ownPagesAlone(publicUrl), async (request, reply) => {
		const { organisationId, email } = await signedIn(parts, request);
		const [productId, contractId] = [
			text(request.body, 'productId'),
			text(request.body, 'contractId'),
		];
		const product = await accounts.product(organisationId, 'Sealer', productId);
		if (product === undefined) throw refuse('Product_NotFound', productId, 'Sealer');
		const { token } = await database.transaction().execute(async (transaction) => {
			const standing = await lockedStanding(transaction, { productId, contractId });
			requireTurnOf(standing, email, isoTime(clock));
			const { expiresAt } = standing;
			return issueLink(transaction, clock, { contractId, email, expiresAt });
		});
		return reply.code(201).send({ link: `${publicUrl()}/sign/${token}` });
	});
}
