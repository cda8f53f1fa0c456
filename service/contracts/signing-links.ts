/** The signing links of a contract as its administrator sees and revokes them; no token is shown. */
import type { Model } from '../../api/types';
import { isoTime } from '../../server/clock';
import { refuse } from '../../server/refusal';
import type { Database } from '../database/database';
import type { ListRange } from '../operations/list-range';
import { linkState, type LinkParts } from './sign-link';

interface ContractPlace {
	readonly productId: string;
	readonly contractId: string;
}

/** The links of a contract, in the order they were made. */
export async function listSigningLinks(
	{ database, clock }: LinkParts,
	{ productId, contractId }: ContractPlace,
	range: ListRange,
): Promise<readonly Model<'SigningLink'>[]> {
	await requireContract(database, { productId, contractId });
	const rows = await linkRows(database, contractId)
		.orderBy('contract_signers.position')
		.orderBy('sign_links.created_at')
		.limit(range.limit)
		.offset(range.offset)
		.execute();
	const now = isoTime(clock);
	return rows.map((row) => wireLink(row, now));
}

/** Ends a link that was not used; of another one, says again what became of it. */
export async function revokeSigningLink(
	{ database, clock }: LinkParts,
	{ productId, contractId, linkId }: ContractPlace & { readonly linkId: string },
): Promise<Model<'SigningLink'>> {
	await requireContract(database, { productId, contractId });
	const now = isoTime(clock);
	await database
		.updateTable('sign_links')
		.set({ revoked_at: now })
		.where('id', '=', linkId)
		.where('contract_id', '=', contractId)
		.where('revoked_at', 'is', null)
		.where('expires_at', '>', now)
		.execute();
	const row = await linkRows(database, contractId)
		.where('sign_links.id', '=', linkId)
		.executeTakeFirst();
	if (row === undefined) throw refuse('Sealer_LinkNotFound', linkId);
	return wireLink(row, now);
}

async function requireContract(
	database: Database,
	{ productId, contractId }: ContractPlace,
): Promise<void> {
	const found = await database
		.selectFrom('contracts')
		.select('id')
		.where('id', '=', contractId)
		.where('product_id', '=', productId)
		.executeTakeFirst();
	if (found === undefined) throw refuse('Sealer_ContractNotFound', contractId);
}

function linkRows(database: Database, contractId: string) {
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
	expired: 'Expired',
} as const;

function wireLink(row: LinkRow, now: string): Model<'SigningLink'> {
	return {
		id: row.id,
		signerEmail: row.address,
		status: statusWords[linkState(row, now)],
		creationDate: row.created_at,
		expires: row.expires_at,
	};
}
