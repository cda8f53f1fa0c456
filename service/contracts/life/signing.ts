/**
 * Signs a contract. With a key, the caller sends the contract file, so that all sign the same file.
 * With a link, the signer was shown the kept file.
 */
import type { Model } from '../../../api/types';
import { isoTime, type Clock } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import type { Database, Transaction } from '../../database/database';
import { dayText } from '../../mail/language';
import type { ObjectStore } from '../../objects/object-store';
import type { Caller, Client, Upload, UploadTerms } from '../../operations/handler';
import { storeFor } from '../../operations/storing';
import { codeProof } from '../codes/signer-code';
import type { AskingParts } from '../links/asking';
import { filledNames, filledTexts, type SentText } from '../fields/texts';
import { requireConfirmed, requireTurnOf } from '../record/contract';
import { recordSteps, type Step } from '../record/steps';
import { readContract } from '../record/records';
import { afterSignature } from './life';
import { withPictures, type SignatureFile } from '../signatures/signature-pictures';
import {
	keepSignature,
	holdLastSignature,
	lastSignature,
	recordSignature,
	requireAsKept,
	type StoredSignature,
} from '../signatures/signatures';
import { lockContract, standingOf, type Standing } from '../record/standing';

export interface SigningParts extends AskingParts {
	readonly database: Database;
	/** Called when somebody signed; the contract may be ready for sealing. */
	readonly onSigned: () => void;
	readonly objects: ObjectStore;
}

export interface Signing {
	readonly caller: Caller;
	readonly client: Client;
	/** Public address, for links to the next signers. */
	readonly publicUrl: string;
	readonly productId: string;
	readonly contractId: string;
	/** BLAKE2b-256 of the signed files in their order, lower-case hex. */
	readonly fileHashes: readonly string[];
	/** The text the signer consented to. */
	readonly consent?: string;
	readonly signature?: Upload;
	readonly reuseLastSignature?: boolean;
	readonly fieldValues?: readonly SentText[];
}

/**
 * Uploads may be this much larger than the contract: a signature may be a photo, or a copy of the
 * contract that was signed elsewhere.
 */
const marginBytes = 16 * 1024 * 1024;

/**
 * Refuses, before the upload: an unknown contract; a caller who is not a signer, has signed already
 * or may not sign now; a contract that differs from its log entry; no earlier signature to reuse, or
 * one that differs from its log entry.
 */
export async function admitSigning(
	parts: Pick<SigningParts, 'database' | 'clock'>,
	signing: Pick<Signing, 'caller' | 'productId' | 'contractId' | 'reuseLastSignature'>,
): Promise<UploadTerms> {
	const { caller, reuseLastSignature } = signing;
	const { files } = await requireMaySign(parts.database, signing, parts);
	if (reuseLastSignature === true) {
		await requireReusable(parts.database, caller, await lastSignature(parts.database, caller));
	}
	const sizeBytesMax = Math.max(...files.map(({ sizeBytes }) => sizeBytes)) + marginBytes;
	return {
		contract: { sizeBytesMax, isKept: false },
		moreFiles: { sizeBytesMax, isKept: false },
		signature: { sizeBytesMax, isKept: reuseLastSignature !== true },
	};
}

/**
 * Refuses, in this order: no signature or two; a signature file that is not a usable picture; an
 * unknown contract; a caller who is not a signer, has signed already or may not sign now; a contract
 * that differs from its log entry; another file; no earlier signature to reuse, or one that differs
 * from its log entry; invalid values of fields.
 */
export async function signContract(
	parts: SigningParts,
	signing: Signing,
): Promise<Model<'Contract'>> {
	const { signature, caller } = signing;
	await requireOneSignature(parts, signing);
	const files = signature === undefined ? [] : [signature];
	const sent = { field: 'signature', ownerId: caller.organisationId, files };
	const record = await withPictures(parts.objects, sent, ([picture]) =>
		signUnderLock(parts, signing, picture),
	);
	parts.recordLog.wake();
	parts.outbox.wake();
	parts.onSigned();
	return record;
}

function signUnderLock(
	parts: SigningParts,
	signing: Signing,
	picture: SignatureFile | undefined,
): Promise<Model<'Contract'>> {
	return storeFor(parts.database, signing.caller, async (transaction) => {
		await lockContract(transaction, signing.contractId);
		const standing = await requireMaySign(transaction, signing, parts);
		requireSameFiles(standing, signing.fileHashes);
		await sign(transaction, parts, { signing, standing, picture });
		return readContract(transaction, standing.id);
	});
}

/** Refuses other files than those of the contract, and another order. */
function requireSameFiles({ files }: Standing, fileHashes: readonly string[]): void {
	const further = files.length - 1;
	if (fileHashes.length !== files.length) {
		const rule = `must be sent ${further} times: once for each file of the contract after its first, in their order`;
		throw refuse('Request_Invalid', 'moreFiles', rule);
	}
	const other = files.find(({ fileHash }, place) => fileHash !== fileHashes[place]);
	if (other === undefined) return;
	throw refuse('Sealer_ContractDoesNotMatch', other.fileNumber === 1 ? 'contract' : 'moreFiles');
}

/** Refuses two signatures, and none unless the caller is an approver. */
async function requireOneSignature(parts: SigningParts, signing: Signing): Promise<void> {
	const { signature, reuseLastSignature = false } = signing;
	if ((signature !== undefined) !== reuseLastSignature) return;
	if (!reuseLastSignature && (await isApprover(parts, signing))) return;
	const change = reuseLastSignature
		? 'was sent with reuseLastSignature; leave one of the two out'
		: 'is missing; send it, or set reuseLastSignature to true';
	throw refuse('Request_Invalid', 'signature', change);
}

async function isApprover({ database }: SigningParts, signing: Signing): Promise<boolean> {
	const row = await database
		.selectFrom('contract_signers')
		.select('role')
		.where('contract_id', '=', signing.contractId)
		.where('email', '=', signing.caller.email)
		.executeTakeFirst();
	return row?.role === 'Approver';
}

/** Stores the signature and its steps, then asks the next signers. */
async function sign(
	transaction: Transaction,
	parts: SigningParts,
	{
		signing,
		standing,
		picture,
	}: {
		readonly signing: Signing;
		readonly standing: Standing;
		readonly picture: SignatureFile | undefined;
	},
): Promise<void> {
	const { caller, client, publicUrl, productId, contractId, consent: detail } = signing;
	const { email } = caller;
	const signature = await signatureFor(transaction, parts.clock, { signing, picture });
	const { fieldTexts, names } = filled(parts, signing, standing);
	const codeProof = await proofOf(transaction, signing, standing);
	const signed = { contractId, email, signature, fieldTexts, codeProof };
	const isRecorded = await recordSignature(transaction, parts, signed);
	if (!isRecorded) throw new Error('the signer had the turn but has already signed');
	const actor = { email, ...client };
	const kind = signature === undefined ? 'Approved' : 'Signed';
	const steps: Step[] = [{ kind, signerEmail: email, actor, detail }];
	if (names !== '') steps.unshift({ kind: 'Filled', signerEmail: email, actor, detail: names });
	await recordSteps(transaction, parts, contractId, steps);
	const place = { productId, contractId };
	await afterSignature(transaction, parts, { before: standing, place, actor, publicUrl });
}

/** What the signature says of the code its signer has entered; null for none. */
async function proofOf(
	transaction: Transaction,
	{ caller, productId, contractId }: Signing,
	{ parties }: Standing,
): Promise<string | null> {
	const party = parties.find(({ email }) => email === caller.email);
	const { codeConfirmedAt: confirmedAt } = caller;
	if (!party?.code || confirmedAt === undefined) return null;
	const signer = { ...party, code: party.code, place: { productId, contractId } };
	return codeProof(transaction, signer, confirmedAt);
}

/** The values of the signer's fields, and their names for the audit trail. */
function filled(
	{ clock, mailLanguage }: Pick<SigningParts, 'clock' | 'mailLanguage'>,
	{ caller, fieldValues: sent = [] }: Signing,
	{ fields, parties, language, timeZone }: Standing,
) {
	const signerNumber = parties.findIndex(({ email }) => email === caller.email) + 1;
	const day = dayText(isoTime(clock), language ?? mailLanguage, timeZone ?? undefined);
	const texts = filledTexts({ fields, signer: signerNumber, sent, day });
	return {
		fieldTexts: texts,
		names: filledNames(fields, { signer: signerNumber, texts }).join(', '),
	};
}

/** Refuses a caller who may not sign this contract now. */
async function requireMaySign(
	connection: Database | Transaction,
	signing: Pick<Signing, 'caller' | 'productId' | 'contractId'>,
	{ clock }: Pick<SigningParts, 'clock'>,
): Promise<Standing> {
	const { caller, contractId } = signing;
	const isInReach = caller.contractId === undefined || caller.contractId === contractId;
	if (!isInReach) throw refuse('Sealer_ContractNotFound', contractId);
	const standing = await standingOf(connection, signing);
	const party = requireTurnOf(standing, caller.email, isoTime(clock));
	requireConfirmed(party, caller.codeConfirmedAt);
	const { blockchainStatus } = await readContract(connection, contractId);
	if (blockchainStatus === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `contract '${contractId}'`);
	}
	return standing;
}

async function signatureFor(
	transaction: Transaction,
	clock: Clock,
	asked: { readonly signing: Signing; readonly picture: SignatureFile | undefined },
): Promise<StoredSignature | undefined> {
	const { caller, reuseLastSignature } = asked.signing;
	if (reuseLastSignature === true) {
		return requireReusable(transaction, caller, await holdLastSignature(transaction, caller));
	}
	if (asked.picture === undefined) return undefined;
	const person = { organisationId: caller.organisationId, email: caller.email };
	const { picture: file } = asked;
	return keepSignature(transaction, clock, { person, suppliedBy: caller.email, file });
}

async function requireReusable(
	connection: Database | Transaction,
	{ email }: Caller,
	last: StoredSignature | undefined,
): Promise<StoredSignature> {
	if (last === undefined) throw refuse('Sealer_NoEarlierSignature', email);
	await requireAsKept(connection, last);
	return last;
}
