/**
 * The contract file and the sealed file, for admins of the product and the contract's own signers.
 */
import type { ByteReply } from '../../../server/http/files/file-reply';
import { refuse } from '../../../server/refusal';
import { statusOf } from '../../log/record-kind';
import type { ObjectStore } from '../../objects/object-store';
import type { AreaHandlers } from '../../operations/handler';
import { requireInUse } from '../../contracts/record/in-use';
import { unlessGone } from '../../operations/unless-gone';
import { readableContract, soundTemplate, type ContractPlace, type ProofParts } from './proofs';
import { contractRecord } from '../../contracts/record/entries';
import { findSeal, isSealed, sealRecord, wireSeal } from '../../contracts/record/seals';
import type { Caller } from '../../operations/handler';

interface FileParts extends ProofParts {
	readonly objects: Pick<ObjectStore, 'read' | 'describe'>;
}

type FileOperation =
	| 'getContractFile'
	| 'getSeal'
	| 'getSealedFile'
	| 'getSealProof'
	| 'getTemplateFile';

export function contractFileHandlers(
	parts: FileParts,
): Pick<AreaHandlers<'sealer'>, FileOperation> {
	return {
		async getContractFile({ caller }, place) {
			const row = await readableContract(parts, caller, place);
			if (statusOf(contractRecord, row) === 'Corrupted') {
				throw refuse('Core_RecordCorrupted', `contract '${row.id}'`);
			}
			await requireInUse(parts.database, row.id);
			const file = fileReply(parts, { ...row, time: row.created_at, proofPath: 'proof' });
			return {
				...file,
				read: (range) =>
					unlessGone(
						() => requireInUse(parts.database, row.id),
						() => file.read(range),
					),
			};
		},
		async getTemplateFile(_context, place) {
			const find = () => soundTemplate(parts.database, place);
			const row = await find();
			const { sizeBytes } = await unlessGone(find, () => parts.objects.describe(row.object_id));
			const kept = { ...row, size_bytes: sizeBytes, time: row.created_at, proofPath: 'proof' };
			const file = fileReply(parts, kept);
			return { ...file, read: (range) => unlessGone(find, () => file.read(range)) };
		},
		async getSeal({ caller }, place) {
			return wireSeal(await readableSeal(parts, caller, place));
		},
		async getSealedFile({ caller }, place) {
			const row = await madeSeal(parts, caller, place);
			if (statusOf(sealRecord, row) === 'Corrupted') {
				throw refuse('Core_RecordCorrupted', `the seal of contract '${row.contract_id}'`);
			}
			return fileReply(parts, { ...row, time: row.sealed_at, proofPath: 'seal/proof' });
		},
		async getSealProof({ caller }, place) {
			const row = await madeSeal(parts, caller, place);
			return parts.proofs.of(sealRecord, row, `the seal of contract '${row.contract_id}'`);
		},
	};
}

async function readableSeal(parts: FileParts, caller: Caller, place: ContractPlace) {
	const { id } = await readableContract(parts, caller, place);
	const row = await findSeal(parts.database, id);
	if (row === undefined) throw refuse('Sealer_ContractNotSigned', id);
	return row;
}

async function madeSeal(parts: FileParts, caller: Caller, place: ContractPlace) {
	const row = await readableSeal(parts, caller, place);
	if (!isSealed(row)) throw refuse('Sealer_SealNotReady', row.contract_id);
	return row;
}

interface KeptFile {
	readonly object_id: string;
	readonly file_name: string;
	readonly file_hash: string;
	readonly size_bytes: number;
	readonly time: string;
	readonly proofPath: string;
}

function fileReply({ objects }: FileParts, file: KeptFile): ByteReply {
	return {
		fileName: file.file_name,
		etag: file.file_hash,
		modifiedAt: new Date(file.time),
		proofPath: file.proofPath,
		sizeBytes: file.size_bytes,
		read: async (range) => (await objects.read(file.object_id, range)).bytes,
	};
}
