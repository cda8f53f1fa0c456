/**
 * Data for the signing page: the whole contract while the link is good, else only what became of
 * it. Reads only.
 */
import { consents } from '../../api/sealer/signing-consents';
import type { Model } from '../../api/types';
import { brandOf } from '../brand/brand';
import { comparableEmail } from '../../server/email-address';
import { refuse, type Refusal } from '../../server/refusal';
import { contractStatus, isCounted, signerState, type Party } from '../contracts/record/contract';
import { readContract } from '../contracts/record/records';
import { confirmedBy } from '../contracts/codes/signer-code';
import type { ContractFile } from '../contracts/record/contract-files';
import { isSealed, sealsOf, wireSeal } from '../contracts/record/seals';
import {
	requireLink,
	signingRequest,
	type LinkParts,
	type LinkState,
	type SigningRequest,
} from '../contracts/links/sign-link';
import { standingOf, type Standing } from '../contracts/record/standing';
import { wireFields } from '../contracts/record/wire-fields';
import type { Language } from '../mail/language';
import type { ObjectStore } from '../objects/object-store';
import type { Caller } from '../operations/handler';
import { fileTypeOf, headBytes } from './file-type';

export interface RequestParts extends LinkParts {
	/** Default language. */
	readonly mailLanguage: Language;
	readonly objects: Pick<ObjectStore, 'read'>;
}

/** The request of a link; refuses an unknown token. */
export async function linkOf(parts: LinkParts, token: string): Promise<SigningRequest> {
	const request = await signingRequest(parts, token);
	if (request === undefined) throw refuse('Sealer_LinkUnknown');
	return request;
}

/** Who follows a link, and how far they have come with the code of its signer. */
export interface LinkVisit {
	readonly token: string;
	/** What the browser was given for the code. */
	readonly secret: string | undefined;
	/** True for what is answered before a code was entered. */
	readonly isBeforeCode: boolean;
}

/**
 * The caller of a link in any state; each operation checks the state itself. The one place that keeps a contract from who
 * has the link of a signer with a code, and not the code.
 */
export async function callerByLink(
	parts: LinkParts,
	{ token, secret, isBeforeCode }: LinkVisit,
): Promise<Caller> {
	const { caller, code } = await linkOf(parts, token);
	const isAsked = code !== null && secret !== undefined;
	const codeConfirmedAt = isAsked ? await confirmedBy(parts, caller, secret) : undefined;
	if (code !== null && codeConfirmedAt === undefined && !isBeforeCode)
		throw refuse('Sealer_CodeNeeded');
	return {
		...caller,
		...(codeConfirmedAt !== undefined && { codeConfirmedAt }),
		requireStill: (transaction) => requireLink(transaction, parts.clock, { token, refusalOf }),
	};
}

function refusalOf(state: LinkState | undefined): Refusal {
	if (state === undefined) return refuse('Sealer_LinkUnknown');
	return refuse('Sealer_LinkEnded', state === 'expired' ? 'has expired' : 'was revoked');
}

/** A link that may show the contract; refuses others. */
export async function readableLink(parts: LinkParts, token: string): Promise<SigningRequest> {
	const request = await linkOf(parts, token);
	const { revoked, state, ending } = request;
	if (revoked === 'for a newer one')
		throw refuse('Sealer_LinkEnded', 'was replaced by a newer one');
	if (revoked !== undefined || state === 'expired') throw refusalOf(state);
	if (ending !== undefined && state === 'ended') {
		throw refuse('Sealer_ContractEnded', ending.reason.toLowerCase());
	}
	return request;
}

export function placeOf({ caller, productId }: SigningRequest) {
	return { productId, contractId: caller.contractId };
}

export async function readRequest(
	parts: RequestParts,
	token: string,
): Promise<Model<'SigningRequest'>> {
	const request = await linkOf(parts, token);
	const standing = await standingOf(parts.database, placeOf(request));
	const own = standing.parties.find(({ email }) => email === request.caller.email);
	if (own === undefined) throw new Error('a link is of somebody the contract names');
	const language = languageOf(parts, standing);
	const brief = { ...briefOf(request, standing, own), language };
	const isGood = request.revoked === undefined && ['open', 'used'].includes(request.state);
	return isGood ? { ...brief, ...(await detailOf(parts, { request, standing, own })) } : brief;
}

export function languageOf({ mailLanguage }: RequestParts, { language }: Standing): Language {
	return language ?? mailLanguage;
}

const statusWords = {
	open: 'Open',
	used: 'Used',
	revoked: 'Revoked',
	ended: 'Ended',
	expired: 'Expired',
} as const;

function briefOf(request: SigningRequest, standing: Standing, own: Party) {
	const { state, revoked, expiresAt: expires, address: signerEmail } = request;
	const { displayName, handlerEmail: ownerEmail, parties, reason, reasonText } = standing;
	const isReplaced = state === 'revoked' && revoked === 'for a newer one';
	// The holder of a revoked link learns nothing more.
	const isTold = revoked === undefined && reason !== undefined;
	return {
		linkStatus: isReplaced ? ('Replaced' as const) : statusWords[state],
		displayName,
		ownerEmail,
		signerEmail,
		expires,
		role: own.role,
		state: signerState(standing, own, standing.declinedBy),
		...(own.signedAt !== null && { doneDate: own.signedAt }),
		contractStatus: contractStatus(
			parties.filter(({ signedAt }) => signedAt !== null).length,
			parties.filter(isCounted).length,
		),
		...(isTold && { reason, ...(reasonText !== null && { reasonText }) }),
	};
}

interface RequestContext {
	readonly request: SigningRequest;
	readonly standing: Standing;
	readonly own: Party;
}

async function detailOf(parts: RequestParts, { request, standing, own }: RequestContext) {
	const { message } = standing;
	const isAsked =
		request.state === 'open' && signerState(standing, own, standing.declinedBy) === 'Asked';
	const seal = await sealOf(parts, standing.id);
	const fields = shownFields(standing, own);
	return {
		brand: await brandOf(parts.database, request.caller.organisationId),
		...(message !== null && { signatureRequestMessage: message }),
		signers: await signersOf(parts, standing),
		files: await filesOf(parts, standing),
		...(fields.length > 0 && { fields }),
		...(isAsked &&
			own.role !== 'CopyRecipient' && { consent: consents[languageOf(parts, standing)][own.role] }),
		...(isAsked &&
			own.role === 'Signer' &&
			request.lastSignatureAt !== undefined && { lastSignatureDate: request.lastSignatureAt }),
		...(seal !== undefined && { seal }),
	};
}

/** The signer's own fields, and filled fields of others: these are part of what is signed. */
function shownFields(standing: Standing, own: Party) {
	return wireFields(standing).filter(({ signerEmail, value }) => {
		const signer = standing.parties.find(({ address }) => address === signerEmail);
		return signer === own || value !== undefined || signer?.signedAt !== null;
	});
}

async function signersOf({ database }: RequestParts, standing: Standing) {
	const { signatures } = await readContract(database, standing.id);
	return standing.parties.map((party) => {
		const { address, role, signedAt, email } = party;
		const given = signatures.find(({ signerEmail }) => signerEmail === address);
		const supplier = given?.suppliedByEmail;
		const isOther = supplier !== undefined && comparableEmail(supplier) !== email;
		return {
			signerEmail: address,
			role,
			state: signerState(standing, party, standing.declinedBy),
			...(signedAt !== null && { doneDate: signedAt }),
			...(isOther && { suppliedByEmail: supplier }),
		};
	});
}

async function filesOf(parts: RequestParts, { files }: Standing) {
	return Promise.all(
		files.map(async ({ objectId, ...file }) => {
			return { ...file, mediaType: await typeOf(parts, { objectId, ...file }) };
		}),
	);
}

/** What a kept file is by its content. */
export async function typeOf(
	{ objects }: Pick<RequestParts, 'objects'>,
	{ objectId, fileName, sizeBytes }: Pick<ContractFile, 'objectId' | 'fileName' | 'sizeBytes'>,
): Promise<string> {
	const last = Math.min(headBytes, sizeBytes) - 1;
	const chunks: Uint8Array[] = [];
	for await (const chunk of (await objects.read(objectId, { first: 0, last })).bytes) {
		chunks.push(chunk);
	}
	return fileTypeOf(Buffer.concat(chunks), fileName);
}

async function sealOf({ database }: RequestParts, contractId: string) {
	const rows = await sealsOf(database, contractId);
	if (rows.length === 0) return undefined;
	const states = rows.map((row) => wireSeal(row).status);
	const unmade = states.includes('Failed') ? 'Failed' : 'Waiting';
	return {
		status: states.every((state) => state === 'Sealed') ? ('Sealed' as const) : unmade,
		files: rows.filter(isSealed).map(({ file_number, file_name, size_bytes }) => {
			return { fileNumber: file_number, fileName: file_name, sizeBytes: size_bytes };
		}),
	} as const;
}
