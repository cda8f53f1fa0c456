/**
 * The links that let a signer without an account sign one contract, and who gets a copy read it. The token
 * in a link exists in the mail alone; only its hash is stored.
 *
 *   a link    entered by                  left by
 *   open      the signer being asked      the signer's signature -> used; revoke; end of the contract;
 *                                         its time, which is the contract's
 *   used      the signer's signature      never, the page goes on to say that it was signed
 *   revoked   the contract's administrator, or a new link in its place  never
 *   ended     the contract is declined or cancelled                     never
 *   expired   its time is over            never
 *
 * A link is used up by the signature itself, whichever way it was given: each signer signs once. That of who
 * gets a copy is never used; it reads, and stands for nobody in the place of a key.
 */
import { secretHash } from '../../../server/secret-hash';
import { inDays, isoTime, newId, newSecret, type Clock } from '../../../server/clock';
import { assertNever } from '../../../server/exhaustive';
import { refuse, type Refusal } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import type { Caller } from '../../operations/handler';
import type { EndReason } from '../record/contract';
import { endingsOf, type Ending } from '../record/steps';
import { lastSignature } from '../signatures/signatures';
import { lockContract } from '../record/standing';

/** Of links of contracts that have no end of their own. */
const lifetimeDays = 30;

export interface IssuedLink {
	readonly id: string;
	/** To be sent to the signer and kept nowhere. */
	readonly token: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

/** Beside the hash of a token, where its product names links. */
export interface KeptToken {
	readonly wrapped_token: string;
	readonly master_key_id: string;
}

/** Makes the link of one signer of a contract, in the caller's transaction. */
export async function issueLink(
	transaction: Transaction,
	clock: Clock,
	signer: {
		readonly contractId: string;
		readonly email: string;
		/** Of the contract. */
		readonly expiresAt: string | null;
	},
	keep?: (link: { readonly id: string; readonly token: string }) => KeptToken,
): Promise<IssuedLink> {
	const token = newSecret();
	const id = newId(clock);
	const expiresAt = signer.expiresAt ?? new Date(inDays(clock, lifetimeDays)).toISOString();
	await transaction
		.insertInto('sign_links')
		.values({
			id,
			token_hash: secretHash(token),
			contract_id: signer.contractId,
			email: signer.email,
			expires_at: expiresAt,
			created_at: isoTime(clock),
			...keep?.({ id, token }),
		})
		.execute();
	return { id, token, expiresAt };
}

/** Ends the open links of a signer, for a new one in their place. */
export async function revokeLinksOf(
	transaction: Transaction,
	clock: Clock,
	signer: { readonly contractId: string; readonly email: string },
): Promise<void> {
	await transaction
		.updateTable('sign_links')
		.set({ revoked_at: isoTime(clock) })
		.where('contract_id', '=', signer.contractId)
		.where('email', '=', signer.email)
		.where('revoked_at', 'is', null)
		.execute();
}

export type LinkState = 'open' | 'used' | 'revoked' | 'ended' | 'expired';

/** What a link stands for. */
export interface SigningRequest {
	readonly state: LinkState;
	/** Taken back, whatever was signed before or after; with whether a newer link stands in its place. */
	readonly revoked?: 'for good' | 'for a newer one';
	readonly caller: Caller & { readonly contractId: string };
	readonly productId: string;
	/** The signer's address as the contract names it. */
	readonly address: string;
	/** Whether they get a copy, and neither sign nor decline. */
	readonly isCopy: boolean;
	readonly expiresAt: string;
	readonly signedAt?: string;
	/** How the contract ended that not everybody has signed. */
	readonly ending?: Ending;
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
	const isCopy = row.role === 'CopyRecipient';
	const last = isCopy ? undefined : await lastSignature(database, person);
	const ending = (await endingsOf(database, [row.contract_id])).get(row.contract_id);
	const refusalOf = () => refuse('Auth_KeyInvalid');
	return {
		...(row.revoked_at !== null && {
			revoked: (await isReplaced(database, row)) ? 'for a newer one' : 'for good',
		}),
		state: linkState({ ...row, reason: ending?.reason }, isoTime(clock)),
		ending,
		caller: {
			organisationId: row.organisation_id,
			email: row.email,
			roles: [],
			contractId: row.contract_id,
			requireStill: (transaction) => requireLink(transaction, clock, { token, refusalOf }),
		},
		productId: row.product_id,
		...{ address: row.address, isCopy },
		expiresAt: row.expires_at,
		...(row.signed_at !== null && { signedAt: row.signed_at }),
		...(last !== undefined && { lastSignatureAt: last.createdAt }),
	};
}

interface LinkFacts {
	readonly signed_at: string | null;
	readonly revoked_at: string | null;
	readonly expires_at: string;
	/** Of its contract. */
	readonly reason: EndReason | undefined;
}

/** What was signed stays so, whatever became of the link afterwards. */
export function linkState(link: LinkFacts, now: string): LinkState {
	if (link.signed_at !== null) return 'used';
	if (link.revoked_at !== null) return 'revoked';
	if (link.reason !== undefined && link.reason !== 'Expired') return 'ended';
	return link.expires_at <= now ? 'expired' : 'open';
}

/** Whether its signer has a link that was made later and not taken back. */
async function isReplaced(
	database: Database,
	link: { readonly contract_id: string; readonly email: string; readonly created_at: string },
): Promise<boolean> {
	const newer = await database
		.selectFrom('sign_links')
		.select('id')
		.where('contract_id', '=', link.contract_id)
		.where('email', '=', link.email)
		.where('created_at', '>=', link.created_at)
		.where('revoked_at', 'is', null)
		.executeTakeFirst();
	return newer !== undefined;
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
			'sign_links.created_at',
			'sign_links.expires_at',
			'sign_links.revoked_at',
			'products.organisation_id',
			'contracts.product_id',
			'contract_signers.address',
			'contract_signers.role',
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
	if (request === undefined || request.isCopy) return undefined;
	return standsFor(request.state) ? request.caller : undefined;
}

/** Refuses a link that has ended since it was opened; it ends no more before the commit. */
export async function requireLink(
	transaction: Transaction,
	clock: Clock,
	{
		token,
		refusalOf,
	}: {
		readonly token: string;
		readonly refusalOf: (state: LinkState | undefined) => Refusal;
	},
): Promise<void> {
	const named = await linkRow(transaction, token);
	// Links change under the lock of their contract; one of its own would be taken the other way round.
	if (named !== undefined) await lockContract(transaction, named.contract_id);
	const row = await linkRow(transaction, token);
	// How the contract stands is seen by who changes it.
	const state = row && linkState({ ...row, reason: undefined }, isoTime(clock));
	if (state === undefined || !standsFor(state)) throw refusalOf(state);
}

/** Whether a link in this state still says who its signer is. */
function standsFor(state: LinkState): boolean {
	switch (state) {
		case 'open':
		// Who has signed is told so, and what became of the contract, not that nobody knows them.
		case 'used':
		case 'ended':
			return true;
		case 'revoked':
		case 'expired':
			return false;
		default:
			return assertNever(state, 'state of a link');
	}
}
