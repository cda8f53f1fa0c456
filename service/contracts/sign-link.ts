/**
 * The links that let a signer without an account sign one contract. The token in a link exists
 * in the mail alone; only its hash is stored.
 *
 *   a link    entered by                  left by
 *   open      creation of the contract    the signer's signature -> used; revoke; 30 days
 *   used      the signer's signature      never, the page goes on to say that it was signed
 *   revoked   the contract's administrator  never
 *   expired   30 days without signature   never
 *
 * A link is used up by the signature itself, whichever way it was given: each signer signs once.
 */
import { secretHash } from '../../server/secret-hash';
import { isoTime, newId, newSecret, type Clock } from '../../server/clock';
import { assertNever } from '../../server/exhaustive';
import { forUpdate } from '../../server/database/locks';
import { refuse } from '../../server/refusal';
import type { Database, Transaction } from '../database/database';
import type { Caller } from '../operations/handler';
import { lastSignature } from './signatures';

const lifetimeMs = 30 * 24 * 60 * 60 * 1000;

export interface IssuedLink {
	/** To be sent to the signer and kept nowhere. */
	readonly token: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

/** Makes the link of one signer of a contract, in the caller's transaction. */
export async function issueLink(
	transaction: Transaction,
	clock: Clock,
	signer: { readonly contractId: string; readonly email: string },
): Promise<IssuedLink> {
	const token = newSecret();
	const expiresAt = new Date(clock.now() + lifetimeMs).toISOString();
	await transaction
		.insertInto('sign_links')
		.values({
			id: newId(clock),
			token_hash: secretHash(token),
			contract_id: signer.contractId,
			email: signer.email,
			expires_at: expiresAt,
			created_at: isoTime(clock),
		})
		.execute();
	return { token, expiresAt };
}

export type LinkState = 'open' | 'used' | 'revoked' | 'expired';

/** What a link stands for, with what the signing page shows of it. */
export interface SigningRequest {
	readonly state: LinkState;
	readonly caller: Caller & { readonly contractId: string };
	readonly productId: string;
	readonly contractName: string;
	readonly fileName: string;
	readonly ownerEmail: string;
	/** The signer's address as the contract names it. */
	readonly address: string;
	readonly expiresAt: string;
	readonly signedAt?: string;
	/** When the signer's last signature was given, if there is one to use again. */
	readonly lastSignatureAt?: string;
}

export interface LinkParts {
	readonly database: Database;
	readonly clock: Clock;
}

/** The request a token stands for, or nothing when there is no such token. */
export async function signingRequest(
	{ database, clock }: LinkParts,
	token: string,
): Promise<SigningRequest | undefined> {
	const row = await linkRow(database, token);
	if (row === undefined) return undefined;
	const person = { organisationId: row.organisation_id, email: row.email };
	const last = await lastSignature(database, person);
	return {
		state: linkState(row, isoTime(clock)),
		caller: {
			organisationId: row.organisation_id,
			email: row.email,
			roles: [],
			contractId: row.contract_id,
			requireStill: (transaction) => requireLink(transaction, clock, token),
		},
		productId: row.product_id,
		contractName: row.display_name,
		fileName: row.file_name,
		ownerEmail: row.owner_email,
		address: row.address,
		expiresAt: row.expires_at,
		...(row.signed_at !== null && { signedAt: row.signed_at }),
		...(last !== undefined && { lastSignatureAt: last.createdAt }),
	};
}

interface LinkFacts {
	readonly signed_at: string | null;
	readonly revoked_at: string | null;
	readonly expires_at: string;
}

/** What was signed stays so, whatever became of the link afterwards. */
export function linkState(link: LinkFacts, now: string): LinkState {
	if (link.signed_at !== null) return 'used';
	if (link.revoked_at !== null) return 'revoked';
	return link.expires_at <= now ? 'expired' : 'open';
}

function linkRow(connection: Database | Transaction, token: string) {
	return connection
		.selectFrom('sign_links')
		.innerJoin('contracts', 'contracts.id', 'sign_links.contract_id')
		.innerJoin('products', 'products.id', 'contracts.product_id')
		.innerJoin('contract_signers', (join) =>
			join
				.onRef('contract_signers.contract_id', '=', 'sign_links.contract_id')
				.onRef('contract_signers.email', '=', 'sign_links.email'),
		)
		.select([
			'sign_links.contract_id',
			'sign_links.email',
			'sign_links.expires_at',
			'sign_links.revoked_at',
			'products.organisation_id',
			'contracts.product_id',
			'contracts.display_name',
			'contracts.file_name',
			'contracts.owner_email',
			'contract_signers.address',
			'contract_signers.signed_at',
		])
		.where('sign_links.token_hash', '=', secretHash(token))
		.executeTakeFirst();
}

/** Who a token in the place of a key stands for; nothing when it is unknown or has ended. */
export async function authenticateSigner(
	parts: LinkParts,
	token: string,
): Promise<Caller | undefined> {
	const request = await signingRequest(parts, token);
	return request !== undefined && standsFor(request.state) ? request.caller : undefined;
}

/** Refuses a link that has ended since it was opened; it ends no more before the commit. */
async function requireLink(transaction: Transaction, clock: Clock, token: string): Promise<void> {
	const link = transaction
		.selectFrom('sign_links')
		.select('id')
		.where('token_hash', '=', secretHash(token));
	await forUpdate(transaction, link).execute();
	const row = await linkRow(transaction, token);
	const isGood = row !== undefined && standsFor(linkState(row, isoTime(clock)));
	if (!isGood) throw refuse('Auth_KeyInvalid');
}

/** Whether a link in this state still says who its signer is. */
function standsFor(state: LinkState): boolean {
	switch (state) {
		case 'open':
		// Who has signed is told so, and not that nobody knows them.
		case 'used':
			return true;
		case 'revoked':
		case 'expired':
			return false;
		default:
			return assertNever(state, 'state of a link');
	}
}
