/**
 * Operations of a signing link, with the same rules and records as signing by key. The signer
 * sends no contract: the kept bytes, which were shown, are hashed.
 */
import { consents } from '../../api/sealer/signing-consents';
import type { ByteReply } from '../../server/http/files/file-reply';
import { refuse } from '../../server/refusal';
import { contractFileHandlers } from './sealer/files';
import type { FileVerifier } from '../contracts/file-verification';
import { declineContract } from '../contracts/life/life';
import { chosenFile, type ContractFile } from '../contracts/record/contract-files';
import { requireInUse } from '../contracts/record/in-use';
import { unlessGone } from '../operations/unless-gone';
import { lastSignature, requireAsKept } from '../contracts/signatures/signatures';
import { sentTexts } from '../contracts/fields/sent';
import { confirmCode, mailCode } from '../contracts/codes/signer-code';
import { admitSigning, signContract, type SigningParts } from '../contracts/life/signing';
import type { SigningRequest } from '../contracts/links/sign-link';
import { standingOf } from '../contracts/record/standing';
import type { AreaAdmissions, AreaHandlers, RequestContext } from '../operations/handler';
import type { RecordProofs } from '../proofs/record-proofs';
import type { SealingThreads } from '../sealing/running/sealing-threads';
import { isShown } from '../signing/file-type';
import { codedLink, shownCode } from '../signing/code';
import { languageOf, placeOf, readableLink, readRequest, typeOf } from '../signing/request';
import { wordTextFile } from '../signing/text';
import { addView } from '../signing/views';

export interface LinkHandlerParts extends SigningParts {
	readonly proofs: RecordProofs;
	readonly threads: Pick<SealingThreads, 'run'>;
	readonly verifier: Pick<FileVerifier, 'verify' | 'anonymousTerms'>;
}

type FileOperation = 'getFile' | 'getText' | 'getLastSignature' | 'getSealedFile' | 'getSealProof';

export function signingHandlers(parts: LinkHandlerParts): AreaHandlers<'signing'> {
	return {
		getRequest: (_context, { token }) => readRequest(parts, token),
		getCode: async (_context, { token }) => shownCode(parts, await codedLink(parts, token)),
		async askCode(context, { token }) {
			const coded = await codedLink(parts, token);
			await mailCode(parts, context, coded.signer);
			return shownCode(parts, coded);
		},
		async confirmCode(context, { token, code }) {
			const { signer } = await codedLink(parts, token);
			return confirmCode(parts, context, { signer, code });
		},
		async addView(context, { token, view }) {
			await addView(parts, context, { request: await readableLink(parts, token), view });
		},
		async sign(context, { token, consent, language, signature, ...input }) {
			const { reuseLastSignature, fieldValues } = input;
			if (!consent) throw refuse('Request_Invalid', 'consent', 'must be true');
			const texts = sentTexts(fieldValues);
			const request = await readableLink(parts, token);
			const standing = await standingOf(parts.database, placeOf(request));
			const fileHashes = await unlessGone(
				() => requireInUse(parts.database, standing.id),
				() => keptHashes(parts, standing.files),
			);
			if (standing.files.some(({ fileHash }, place) => fileHash !== fileHashes[place])) {
				throw refuse('Core_RecordCorrupted', `contract '${standing.id}'`);
			}
			const { client, publicUrl, caller } = context;
			const role = standing.parties.find(({ email }) => email === caller.email)?.role;
			await signContract(parts, {
				...placeOf(request),
				caller,
				client,
				publicUrl,
				fileHashes,
				consent:
					consents[language ?? languageOf(parts, standing)][role === 'Approver' ? role : 'Signer'],
				...(signature !== undefined && { signature }),
				reuseLastSignature: reuseLastSignature === true,
				fieldValues: texts,
			});
			return readRequest(parts, token);
		},
		async decline(context, { token, reason }) {
			const request = await readableLink(parts, token);
			await declineContract(parts, context, { ...placeOf(request), reason });
			return readRequest(parts, token);
		},
		verifySealedFile: (_context, { file }) => parts.verifier.verify(file),
		...fileHandlers(parts),
	};
}

export function signingAdmissions(
	parts: SigningParts & Pick<LinkHandlerParts, 'verifier'>,
): AreaAdmissions<'signing'> {
	return {
		async sign({ caller }, { token, reuseLastSignature }) {
			const place = placeOf(await readableLink(parts, token));
			const asked = { caller, ...place, reuseLastSignature };
			const { signature = {} } = await admitSigning(parts, asked);
			return { signature };
		},
		verifySealedFile: () => Promise.resolve(parts.verifier.anonymousTerms),
	};
}

function fileHandlers(parts: LinkHandlerParts): Pick<AreaHandlers<'signing'>, FileOperation> {
	const files = contractFileHandlers(parts);
	/** Acts as the signer the link belongs to. */
	const asSigner = async (context: RequestContext, token: string) => {
		const request = await readableLink(parts, token);
		return { request, context: { ...context, caller: request.caller }, place: placeOf(request) };
	};
	return {
		async getFile(given, { token, inline, fileNumber }) {
			const { context, place } = await asSigner(given, token);
			// The proof of the contract file needs a key; a link offers the proof of the sealed file.
			const { proofPath: _none, ...file } = await files.getContractFile(context, {
				...place,
				fileNumber,
			});
			if (inline !== true) return file;
			const kept = chosenFile(await standingOf(parts.database, place), fileNumber);
			const type = await typeOf(parts, kept);
			return isShown(type) ? { ...file, shownAs: type } : file;
		},
		async getText(given, { token, ...chosen }) {
			const { context, place } = await asSigner(given, token);
			return wordTextFile(
				parts.threads,
				await files.getContractFile(context, { ...place, ...chosen }),
			);
		},
		async getLastSignature(given, { token }) {
			return lastPicture(parts, (await asSigner(given, token)).request);
		},
		async getSealedFile(given, { token, ...chosen }) {
			const { context, place } = await asSigner(given, token);
			return files.getSealedFile(context, { ...place, ...chosen });
		},
		async getSealProof(given, { token, ...chosen }) {
			const { context, place } = await asSigner(given, token);
			return files.getSealProof(context, { ...place, ...chosen });
		},
	};
}

async function lastPicture(
	{ database, objects }: LinkHandlerParts,
	{ caller, isCopy }: SigningRequest,
): Promise<ByteReply> {
	const last = isCopy ? undefined : await lastSignature(database, caller);
	if (last === undefined) throw refuse('Sealer_NoEarlierSignature', caller.email);
	await requireAsKept(database, last);
	const { sizeBytes } = await objects.describe(last.objectId);
	const type = await typeOf({ objects }, { ...last, sizeBytes });
	return {
		fileName: last.fileName,
		etag: last.hash,
		sizeBytes,
		...(isShown(type) && { shownAs: type }),
		read: async (range) => (await objects.read(last.objectId, range)).bytes,
	};
}

/** Reads the whole files, because only that verifies the bytes against their hashes. */
async function keptHashes(
	{ objects }: LinkHandlerParts,
	files: readonly ContractFile[],
): Promise<readonly string[]> {
	const hashes: string[] = [];
	for (const { objectId } of files) {
		const { hash, bytes } = await objects.read(objectId);
		for await (const _chunk of bytes);
		hashes.push(hash);
	}
	return hashes;
}
