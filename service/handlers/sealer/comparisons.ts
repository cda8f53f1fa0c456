/**
 * Operations that compare a file with an unsigned contract or a template, and a picture with
 * signatures. A picture is converted as if it were to be kept, so that a signature is recognised
 * in any format.
 */
import { Readable } from 'node:stream';
import type { Input, Model } from '../../../api/types';
import { comparableEmail } from '../../../server/email-address';
import { refuse } from '../../../server/refusal';
import { entryColumns, statusOf } from '../../log/record-kind';
import {
	termsToCompare,
	type AreaAdmissions,
	type AreaHandlers,
	type Caller,
	type RequestContext,
	type Upload,
	type UploadTerms,
} from '../../operations/handler';
import type { KeyedSemaphore } from '../../operations/keyed-semaphore';
import { wantsReport } from '../../reports/report-wish';
import {
	compareFiles,
	type ComparingParts,
	type KeptSide,
	type SentSide,
} from '../../contracts/record/comparing';
import { chosenFile, filesOf, type KeptFile } from '../../contracts/record/contract-files';
import { contractRecord, signatureRecord, signedColumns } from '../../contracts/record/entries';
import { readableContract, soundTemplate, type ContractPlace, type ProofParts } from './proofs';
import { requireInUse } from '../../contracts/record/in-use';
import { unlessGone } from '../../operations/unless-gone';
import { keptOwnSignature } from '../../contracts/signatures/own-signatures';
import { signatureBytesMax } from '../../contracts/signatures/signature-image';
import { pictureOf } from '../../contracts/signatures/signature-pictures';
import { measureFile } from '../../objects/measured-file';

export interface ComparisonParts extends ComparingParts, ProofParts {
	/** Limits the comparisons of an organisation that callers wait for. */
	readonly places: KeyedSemaphore;
}

type Operation =
	| 'compareWithContract'
	| 'compareWithSignatures'
	| 'compareWithSignature'
	| 'compareWithTemplate';

type Answer = Model<'SealerCompareResponse'>;

export function sealerComparisonHandlers(
	parts: ComparisonParts,
): Pick<AreaHandlers<'sealer'>, Operation> {
	const held = <Result>({ caller }: RequestContext, run: () => Promise<Result>) =>
		parts.places.hold(caller.organisationId, run);
	return {
		compareWithContract: (context, input) =>
			held(context, () => compareWithContract(parts, context, input)),
		compareWithSignatures: (context, input) =>
			held(context, () => compareWithSignatures(parts, context, input)),
		compareWithSignature: (context, { signatureId, file, ...input }) =>
			held(context, async () => {
				const find = () => keptOwnSignature(parts.database, context.caller, signatureId);
				const kept = await find();
				const isReported = wantsReport(input);
				const sent = await sentPicture(file);
				return unlessGone(find, () => compareFiles(parts, context, { kept, sent, isReported }));
			}),
		compareWithTemplate: (context, { file: sent, ...input }) =>
			held(context, async () => {
				const find = () => soundTemplate(parts.database, input);
				const row = await find();
				const kept = keptSide({ objectId: row.object_id, fileName: row.file_name }, row, {
					templateId: row.id,
				});
				const asked = { kept, sent, isReported: wantsReport(input) };
				return unlessGone(find, () => compareFiles(parts, context, asked));
			}),
	};
}

export function sealerComparisonAdmissions(
	parts: ComparisonParts,
): Pick<AreaAdmissions<'sealer'>, Operation> {
	const pictures: UploadTerms = { file: { isSpooled: true, sizeBytesMax: signatureBytesMax } };
	return {
		async compareWithContract({ caller }, place) {
			await signedContract(parts, caller, place);
			return termsToCompare;
		},
		async compareWithSignatures({ caller }, place) {
			const { id } = await readableContract(parts, caller, place);
			await requireInUse(parts.database, id);
			return pictures;
		},
		async compareWithSignature({ caller }, { signatureId }) {
			await keptOwnSignature(parts.database, caller, signatureId);
			return pictures;
		},
		async compareWithTemplate(_context, place) {
			await soundTemplate(parts.database, place);
			return termsToCompare;
		},
	};
}

/** A contract, not deleted, that the caller administers or has signed. */
async function signedContract(parts: ComparisonParts, caller: Caller, place: ContractPlace) {
	const row = await readableContract(parts, caller, place);
	const own = comparableEmail(caller.email);
	if (!caller.roles.includes('SealerAdmin')) {
		const { signed_at } = await parts.database
			.selectFrom('contract_signers')
			.select('signed_at')
			.where('contract_id', '=', row.id)
			.where('email', '=', own)
			.executeTakeFirstOrThrow();
		if (signed_at === null) throw refuse('Sealer_NotSignedYet', own, row.id);
	}
	await requireInUse(parts.database, row.id);
	return row;
}

function keptSide(
	{ objectId, fileName }: Pick<KeptFile, 'objectId' | 'fileName'>,
	{ created_at, display_name }: { readonly created_at: string; readonly display_name: string },
	of: KeptSide['of'],
): KeptSide {
	return { objectId, fileName, createdAt: created_at, displayName: display_name, of };
}

async function compareWithContract(
	parts: ComparisonParts,
	context: RequestContext,
	{ file: sent, ...input }: Input<'sealer', 'compareWithContract', Upload>,
): Promise<Answer> {
	const row = await signedContract(parts, context.caller, input);
	if (statusOf(contractRecord, row) === 'Corrupted') {
		throw refuse('Core_RecordCorrupted', `contract '${row.id}'`);
	}
	const file = chosenFile({ id: row.id, files: filesOf(row) }, input.fileNumber);
	const kept = keptSide(file, row, { contractId: row.id });
	const asked = { kept, sent, isReported: wantsReport(input) };
	return unlessGone(
		() => requireInUse(parts.database, row.id),
		() => compareFiles(parts, context, asked),
	);
}

async function compareWithSignatures(
	parts: ComparisonParts,
	context: RequestContext,
	{ file, ...input }: Input<'sealer', 'compareWithSignatures', Upload>,
): Promise<Model<'ContractSignatureDiffResponse'>> {
	const { id } = await readableContract(parts, context.caller, input);
	const signatures = await signaturesOf(parts, id);
	const sent = await sentPicture(file);
	const compared: { kept: KeptSide; signerEmail: string; answer: Answer }[] = [];
	for (const { kept, signerEmail } of signatures) {
		const answer = await compareFiles(parts, context, { kept, sent, isReported: false });
		compared.push({ kept, signerEmail, answer });
	}
	const best = Math.max(...compared.map(({ answer }) => answer.accuracy));
	const nearest = compared.find(({ answer }) => answer.accuracy === best);
	if (nearest === undefined) throw refuse('Sealer_NotSignedYet', 'anybody', id);
	const { kept, signerEmail } = nearest;
	const isReported = wantsReport(input);
	const answer = isReported
		? await compareFiles(parts, context, { kept, sent, isReported })
		: nearest.answer;
	return {
		description: descriptionOf(compared.length, signerEmail, answer),
		...answer,
		signatures: compared.map(({ signerEmail, answer: { accuracy, identical } }) => ({
			signerEmail,
			accuracy,
			identical,
		})),
	};
}

function descriptionOf(count: number, signerEmail: string, { equal, accuracy }: Answer): string {
	const percent = (Math.floor(accuracy * 1000) / 10).toFixed(1);
	const found = equal ? 'it is the same' : `${percent} % of it is equal`;
	if (count === 1) return `The one signature is that of ${signerEmail}: ${found}.`;
	return `Of ${count} signatures the nearest is that of ${signerEmail}: ${found}.`;
}

/** The signatures given so far, in the order of the signers; approvers have none. */
async function signaturesOf({ database }: ComparisonParts, contractId: string) {
	const rows = await database
		.selectFrom('contract_signers')
		.innerJoin('signatures', 'signatures.id', 'contract_signers.signature_id')
		.innerJoin('log_entries', 'log_entries.sequence', 'contract_signers.log_sequence')
		.select(signedColumns)
		.select(['contract_signers.address', 'signatures.object_id'])
		.select(['signatures.file_name', 'signatures.created_at as given_at'])
		.select(entryColumns)
		.where('contract_signers.contract_id', '=', contractId)
		.orderBy('contract_signers.position')
		.execute();
	return rows.map((row) => {
		if (statusOf(signatureRecord, row) === 'Corrupted') {
			throw refuse('Core_RecordCorrupted', `the signature of ${row.address}`);
		}
		const kept: KeptSide = {
			objectId: row.object_id,
			fileName: row.file_name,
			createdAt: row.given_at,
			displayName: `Signature of ${row.address}`,
			of: { contractId },
		};
		return { kept, signerEmail: row.address };
	});
}

/** The picture into which a sent file is converted. */
async function sentPicture(file: Upload): Promise<SentSide> {
	const { fileName, bytes } = await pictureOf('file', file);
	const read = () => Readable.from([bytes]);
	return { fileName, object: { ...(await measureFile(read())), read } };
}
