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
import {
	chosenFile,
	filesOf,
	keptFile,
	type KeptFile,
} from '../../contracts/record/contract-files';
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
		async getContractFile({ caller }, { fileNumber, ...place }) {
			const row = await readableContract(parts, caller, place);
			if (statusOf(contractRecord, row) === 'Corrupted') {
				throw refuse('Core_RecordCorrupted', `contract '${row.id}'`);
			}
			await requireInUse(parts.database, row.id);
			const kept = chosenFile({ id: row.id, files: filesOf(row) }, fileNumber);
			const file = fileReply(parts, kept, { time: row.created_at, proofPath: 'proof' });
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
			const kept = keptFile({ ...row, size_bytes: sizeBytes });
			const file = fileReply(parts, kept, { time: row.created_at, proofPath: 'proof' });
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
			const chosen = row.file_number > 1 ? `?fileNumber=${row.file_number}` : '';
			const said = { time: row.sealed_at, proofPath: `seal/proof${chosen}` };
			return fileReply(parts, keptFile(row), said);
		},
		async getSealProof({ caller }, place) {
			const row = await madeSeal(parts, caller, place);
			return parts.proofs.of(sealRecord, row, `the seal of contract '${row.contract_id}'`);
		},
	};
}

interface SealPlace extends ContractPlace {
	readonly fileNumber?: number;
}

async function readableSeal(parts: FileParts, caller: Caller, { fileNumber, ...place }: SealPlace) {
	const contract = await readableContract(parts, caller, place);
	const { id } = contract;
	const file = chosenFile({ id, files: filesOf(contract) }, fileNumber);
	const row = await findSeal(parts.database, id, file.fileNumber);
	if (row === undefined) throw refuse('Sealer_ContractNotSigned', id);
	return row;
}

async function madeSeal(parts: FileParts, caller: Caller, place: SealPlace) {
	const row = await readableSeal(parts, caller, place);
	if (!isSealed(row)) throw refuse('Sealer_SealNotReady', row.contract_id);
	return row;
}

function fileReply(
	{ objects }: FileParts,
	{ objectId, fileName, fileHash, sizeBytes }: KeptFile,
	{ time, proofPath }: { readonly time: string; readonly proofPath: string },
): ByteReply {
	return {
		fileName,
		etag: fileHash,
		modifiedAt: new Date(time),
		proofPath,
		sizeBytes,
		read: async (range) => (await objects.read(objectId, range)).bytes,
	};
}
