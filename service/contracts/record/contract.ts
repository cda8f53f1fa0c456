/**
 * The rules of a contract that need no database: its status, whose turn it is, and which combinations of
 * signers, roles and signatures are valid.
 *
 *   contractStatus    entered by                                left by
 *   Unsigned          creation without signatures               a signature
 *   PartiallySigned   a signature while others are missing      the last signature -> Signed
 *   Signed            the last signature, or creation with all  never
 *   CurrentlySigning  never: a signature and its status are one durable commit here, so there
 *                     is nothing to wait for; `blockchainStatus` says whether the log has it
 *
 *   reason            entered by, while it is not Signed        left by
 *   none              creation                                  one of the three below
 *   Declined          a signer whose turn it is                 never
 *   Cancelled         an administrator of the product           never
 *   Expired           its expiry                                never
 *
 * An approval counts as a signature. Copy recipients sign nothing and are not counted. With a reason, or
 * when it is Signed, a contract takes no further step.
 */
import type { enteredCodes } from '../../../api/sealer/codes';
import type { signerRoles, signingOrders } from '../../../api/sealer/models';
import type { Model } from '../../../api/types';
import { comparableEmail } from '../../../server/email-address';
import { refuse } from '../../../server/refusal';

export type ContractStatus = Model<'Contract'>['contractStatus'];
export type EndReason = NonNullable<Model<'Contract'>['reason']>;
export type SignerRole = (typeof signerRoles)[number];
/** What a signer enters at the signing link. */
export type SignerCode = (typeof enteredCodes)[number];
export type SigningOrder = (typeof signingOrders)[number];
export type SignerState = NonNullable<Model<'Contract'>['signers']>[number]['state'];

export function contractStatus(signedCount: number, signerCount: number): ContractStatus {
	if (signedCount === 0) return 'Unsigned';
	return signedCount < signerCount ? 'PartiallySigned' : 'Signed';
}

/** A signer, approver or copy recipient. */
export interface Party {
	/** Normalised, for comparison. */
	readonly email: string;
	/** As it was entered. */
	readonly address: string;
	readonly role: SignerRole;
	/** Null for who enters none. */
	readonly code: SignerCode | null;
	readonly signedAt: string | null;
}

/** The facts that decide which steps are allowed. */
export interface Life {
	readonly order: SigningOrder;
	/** Null for a contract that was signed when it was created. */
	readonly expiresAt: string | null;
	readonly reason: EndReason | undefined;
	/** In the order of creation. */
	readonly parties: readonly Party[];
}

export function isCounted({ role }: Pick<Party, 'role'>): boolean {
	return role !== 'CopyRecipient';
}

/** Parties who still have to sign or approve, in order. */
function missing({ parties }: Pick<Life, 'parties'>): readonly Party[] {
	return parties.filter((party) => isCounted(party) && party.signedAt === null);
}

/** Parties whose turn it is; empty once all have signed. */
export function pendingParties(life: Pick<Life, 'parties' | 'order'>): readonly Party[] {
	const left = missing(life);
	return life.order === 'Sequential' ? left.slice(0, 1) : left;
}

/** Why nobody can sign any more; an expiry counts even before it is recorded. */
export function endOf({ reason, expiresAt }: Life, now: string): EndReason | undefined {
	if (reason !== undefined) return reason;
	return expiresAt !== null && expiresAt <= now ? 'Expired' : undefined;
}

/** Refuses a contract that is signed or has ended. */
export function requireOpen(life: Life, now: string): void {
	if (missing(life).length === 0) throw refuse('Sealer_ContractSigned');
	const end = endOf(life, now);
	if (end !== undefined) throw refuse('Sealer_ContractEnded', end.toLowerCase());
}

/**
 * The signer of this address whose turn it is. Refuses, in this order: not a signer, signed
 * already, contract closed, not their turn.
 */
export function requireTurnOf(life: Life, email: string, now: string): Party {
	const party = life.parties.find((one) => one.email === email);
	if (party === undefined || !isCounted(party)) throw refuse('Sealer_NotASigner');
	if (party.signedAt !== null) throw refuse('Sealer_AlreadySigned', party.address);
	requireOpen(life, now);
	if (!pendingParties(life).includes(party)) throw refuse('Sealer_NotYourTurn', party.address);
	return party;
}

/** Refuses a signer who has a code and was not asked for it: a key proves nothing of a code. */
export function requireConfirmed({ code, address }: Party, confirmedAt: string | undefined): void {
	if (code !== null && confirmedAt === undefined) throw refuse('Sealer_SignByLink', address);
}

/** A signer's state as owners see it; `declinedBy` is the normalised address of who declined. */
export function signerState(life: Life, party: Party, declinedBy?: string | null): SignerState {
	if (!isCounted(party)) return 'Copy';
	if (party.signedAt !== null) return party.role === 'Approver' ? 'Approved' : 'Signed';
	if (party.email === declinedBy) return 'Declined';
	return pendingParties(life).includes(party) ? 'Asked' : 'Waiting';
}

export interface Signer<Signature> {
	/** Normalised, for comparison. */
	readonly email: string;
	/** As it was entered. */
	readonly address: string;
	readonly role: SignerRole;
	readonly signature?: Signature;
}

/**
 * Combines the lists by index. Without signatures everybody will be asked; refuses lists of
 * different sizes, a repeated address, and a contract without a signer.
 */
export function pairSigners<Signature>(
	addresses: readonly string[],
	signatures: readonly Signature[],
	roles: readonly SignerRole[] = [],
): readonly Signer<Signature>[] {
	if (signatures.length > 0 && signatures.length !== addresses.length) {
		throw refuse('Sealer_SignatureCountMismatch', signatures.length, addresses.length);
	}
	requireRoles(addresses, signatures, roles);
	const seen = new Set<string>();
	return addresses.map((address, index) => {
		const email = comparableEmail(address);
		if (seen.has(email)) throw refuse('Sealer_SignerRepeated', address);
		seen.add(email);
		return { email, address, role: roles[index] ?? 'Signer', signature: signatures[index] };
	});
}

function requireRoles(
	addresses: readonly string[],
	signatures: readonly unknown[],
	roles: readonly SignerRole[],
): void {
	if (roles.length === 0) return;
	if (roles.length !== addresses.length) {
		const counts = `${roles.length} entries and signerEmails has ${addresses.length}`;
		throw refuse('Request_Invalid', 'signerRoles', `has ${counts}; send one for each, or none`);
	}
	if (signatures.length > 0 && roles.some((role) => role !== 'Signer')) {
		const rule = 'must be Signer for everybody where signatures are sent';
		throw refuse('Request_Invalid', 'signerRoles', rule);
	}
	if (roles.every((role) => role === 'CopyRecipient')) throw refuse('Sealer_NobodySigns');
}
