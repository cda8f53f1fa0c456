/**
 * Leads who is signed in to the page where they sign: a signer of the organisation needs no mail. A program signs by its
 * key; the link is for a browser, so this is a route of sessions.
 */
import type { FastifyInstance } from 'fastify';
import { isoTime, type Clock } from '../../server/clock';
import { refuse } from '../../server/refusal';
import type { Accounts } from '../accounts/accounts';
import { issueLink } from '../contracts/links/sign-link';
import { requireTurnOf } from '../contracts/record/contract';
import { lockedStanding } from '../contracts/record/standing';
import type { Database } from '../database/database';
import { requireSameOrigin } from './session-cookie';
import { signedIn, text } from './sign-in';

interface OwnSigningParts {
	readonly database: Database;
	readonly clock: Clock;
	readonly accounts: Accounts;
	readonly publicUrl: () => string;
}

export function mountOwnSigning(app: FastifyInstance, parts: OwnSigningParts): void {
	const { database, clock, accounts, publicUrl } = parts;
	app.post('/session/signing-links', async (request, reply) => {
		requireSameOrigin(request, publicUrl());
		const { organisationId, email } = await signedIn(accounts, request);
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
		return reply
			.code(201)
			.header('cache-control', 'no-store')
			.send({ link: `${publicUrl()}/sign/${token}` });
	});
}
