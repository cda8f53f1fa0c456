/** Lists and revokes signing links for an administrator; never shows a token. */
import type { Model } from '../../../api/types';
import { isoTime, type Clock } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import type { Caller } from '../../operations/handler';
import type { ListRange } from '../../operations/list-range';
import type { EndReason } from '../record/contract';
import { endingsOf, recordSteps, type Actor, type StepParts } from '../record/steps';
import { linkState, type LinkParts } from './sign-link';
import { lockedStanding, standingOf, type ContractPlace } from '../record/standing';

interface RevokingParts extends LinkParts, StepParts {}

export async function listSigningLinks(
	{ database, clock }: LinkParts,
	{ productId, contractId }: ContractPlace,
	range: ListRange,
): Promise<readonly Model<'SigningLink'>[]> {
	const { reason } = await standingOf(database, { productId, contractId });
	const rows = await linkRows(database, contractId)
		.orderBy('contract_signers.position')
		.orderBy('sign_links.created_at')
		.limit(range.limit)
		.offset(range.offset)
		.execute();
	const now = isoTime(clock);
	return rows.map((row) => wireLink({ ...row, reason }, now));
}

/** Revokes a link that still works; returns the state of any other unchanged. */
export function revokeSigningLink(
	parts: RevokingParts,
	by: { readonly actor: Actor; readonly caller?: Caller },
	{ linkId, ...place }: ContractPlace & { readonly linkId: string },
): Promise<Model<'SigningLink'>> {
	const { database, clock } = parts;
	const now = isoTime(clock);
	return database.transaction().execute(async (transaction) => {
		await by.caller?.requireStill(transaction);
		const standing = await lockedStanding(transaction, place);
		const open = transaction
			.updateTable('sign_links')
			.set({ revoked_at: now })
			.where('id', '=', linkId)
			.where('contract_id', '=', standing.id)
			.where('revoked_at', 'is', null)
			// A signer who has signed goes on reading by the link.
			.where(({ eb, exists, or, selectFrom }) =>
				or([
					eb('expires_at', '>', now),
					exists(
						selectFrom('contract_signers')
							.select('position')
							.whereRef('contract_signers.contract_id', '=', 'sign_links.contract_id')
							.whereRef('contract_signers.email', '=', 'sign_links.email')
							.where('signed_at', 'is not', null),
					),
				]),
			)
			.returning('email');
		const revoked = await open.executeTakeFirst();
		if (revoked !== undefined) {
			await recordSteps(transaction, parts, standing.id, [
				{ kind: 'Revoked', signerEmail: revoked.email, actor: by.actor },
			]);
		}
		return readLink(transaction, clock, { contractId: standing.id, linkId });
	});
}

/** A link of an existing contract; refuses a link of another. */
export async function readLink(
	connection: Database | Transaction,
	clock: Clock,
	{ contractId, linkId }: { readonly contractId: string; readonly linkId: string },
): Promise<Model<'SigningLink'>> {
	const row = await linkRows(connection, contractId)
		.where('sign_links.id', '=', linkId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Sealer_LinkNotFound', linkId);
	const reason = (await endingsOf(connection, [contractId])).get(contractId)?.reason;
	return wireLink({ ...row, reason }, isoTime(clock));
}

function linkRows(database: Database | Transaction, contractId: string) {
	return database
		.selectFrom('sign_links')
		.innerJoin('contract_signers', (join) =>
			join
				.onRef('contract_signers.contract_id', '=', 'sign_links.contract_id')
				.onRef('contract_signers.email', '=', 'sign_links.email'),
		)
		.select(['sign_links.id', 'sign_links.created_at', 'sign_links.expires_at'])
		.select(['sign_links.revoked_at', 'contract_signers.address', 'contract_signers.signed_at'])
		.where('sign_links.contract_id', '=', contractId);
}

type LinkRow = Awaited<ReturnType<ReturnType<typeof linkRows>['executeTakeFirstOrThrow']>>;

const statusWords = {
	open: 'Open',
	used: 'Used',
	revoked: 'Revoked',
	ended: 'Ended',
	expired: 'Expired',
} as const;

function wireLink(
	row: LinkRow & { readonly reason: EndReason | undefined },
	now: string,
): Model<'SigningLink'> {
	return {
		id: row.id,
		signerEmail: row.address,
		status: statusWords[linkState(row, now)],
		creationDate: row.created_at,
		expires: row.expires_at,
	};
}
