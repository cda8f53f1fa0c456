/**
 * Links that let a signer without an account sign one contract, or a copy recipient read it. The token of a
 * link is only in the mail; the database has its hash.
 *
 *   a link    entered by                  left by
 *   open      the signer is asked         the signer's signature -> used; revoke; end of the contract;
 *                                         expiry, which is the contract's
 *   used      the signer's signature      never; the page continues to show that it was signed
 *   revoked   the contract's administrator, or a new link in its place  never
 *   ended     the contract is declined or cancelled                     never
 *   expired   expiry                                                    never
 *
 * The signature uses up the link, however it was given, because each signer signs once. A copy recipient's
 * link is never used up; it only reads, and never replaces a key.
 */
import { enteredCodes } from '../../../api/sealer/codes';
import { secretHash } from '../../../server/secret-hash';
import { inDays, isoTime, newId, newSecret, type Clock } from '../../../server/clock';
import { assertNever } from '../../../server/exhaustive';
import { refuse, type Refusal } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import type { Caller } from '../../operations/handler';
import type { EndReason, SignerCode } from '../record/contract';
import { endingsOf, type Ending } from '../record/steps';
import { lastSignature } from '../signatures/signatures';
import { knownWord, lockContract } from '../record/standing';

/** For links of contracts without an expiry. */
const lifetimeDays = 30;

export interface IssuedLink {
	readonly id: string;
	/** To be sent to the signer and kept nowhere. */
	readonly token: string;
	/** ISO 8601 in UTC. */
	readonly expiresAt: string;
}

/** The encrypted token, stored if the product names links. */
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
		/** Expiry of the contract. */
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

/** Revokes the open links of a signer, before a new one is made. */
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

/** The signing request that a link belongs to. */
export interface SigningRequest {
	readonly state: LinkState;
	/** Set if the link was revoked, even if its signer has signed. */
	readonly revoked?: 'for good' | 'for a newer one';
	readonly caller: Caller & { readonly contractId: string };
	readonly productId: string;
	/** The signer's address as it was entered. */
	readonly address: string;
	/** What the signer enters before anything is shown; null for nothing. */
	readonly code: SignerCode | null;
	/** True for a copy recipient, who neither signs nor declines. */
	readonly isCopy: boolean;
	readonly expiresAt: string;
	readonly signedAt?: string;
	/** How the contract ended, if not everybody signed. */
	readonly ending?: Ending;
	/** Time of the signer's last signature, if there is one to reuse. */
	readonly lastSignatureAt?: string;
}

export interface LinkParts {
	readonly database: Database;
	readonly clock: Clock;
}

/** The request of a token; undefined for an unknown token. */
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
		address: row.address,
		code: row.code === null ? null : knownWord(enteredCodes, row.code),
		isCopy,
		expiresAt: row.expires_at,
		...(row.signed_at !== null && { signedAt: row.signed_at }),
		...(last !== undefined && { lastSignatureAt: last.createdAt }),
	};
}

interface LinkFacts {
	readonly signed_at: string | null;
	readonly revoked_at: string | null;
	readonly expires_at: string;
	/** Reason why its contract ended. */
	readonly reason: EndReason | undefined;
}

/** The order matters: a signature counts before whatever became of the link later. */
export function linkState(link: LinkFacts, now: string): LinkState {
	if (link.signed_at !== null) return 'used';
	if (link.revoked_at !== null) return 'revoked';
	if (link.reason !== undefined && link.reason !== 'Expired') return 'ended';
	return link.expires_at <= now ? 'expired' : 'open';
}

/** True if the signer has a newer link that was not revoked. */
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
			'contract_signers.code',
			'contract_signers.signed_at',
		])
		.where('sign_links.token_hash', '=', secretHash(token))
		.executeTakeFirst();
}

/** The caller of a token that is used as a key; undefined if it is unknown or has ended. */
export async function authenticateSigner(
	parts: LinkParts,
	token: string,
): Promise<Caller | undefined> {
	const request = await signingRequest(parts, token);
	if (request === undefined || request.isCopy) return undefined;
	return standsFor(request.state) ? request.caller : undefined;
}

/** Refuses a link that has ended since the request began, and locks its state until the commit. */
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
	// Takes the contract's lock, under which links change; a lock of the link could deadlock with
	// it.
	if (named !== undefined) await lockContract(transaction, named.contract_id);
	const row = await linkRow(transaction, token);
	// The caller checks the state of the contract.
	const state = row && linkState({ ...row, reason: undefined }, isoTime(clock));
	if (state === undefined || !standsFor(state)) throw refusalOf(state);
}

/** True if a link in this state still identifies its signer. */
function standsFor(state: LinkState): boolean {
	switch (state) {
		case 'open':
		// After signing or after the end, the reply says so instead of "unknown key".
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
