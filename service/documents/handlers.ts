/** The keeper's operations: wire values in, wire values out, rules in the files beside. */
import type { Input, Model } from '../../api/types';
import { isoTime } from '../../server/clock';
import type { AreaAdmissions, AreaHandlers, RequestContext, Upload } from '../operations/handler';
import type { RecordLog } from '../log/record-log';
import type { RecordProofs } from '../proofs/record-proofs';
import { listRange } from '../operations/list-range';
import { storeFor } from '../operations/storing';
import { refuse } from '../../server/refusal';
import { compareFiles } from './comparison';
import { keepReport, listReports, revokeReport, type ReportParts } from './diff-reports';
import { documentProofHandlers } from './document-proofs';
import { fileType, headSizeBytes, isTextual, type FileType } from './file-type';
import { createFolder, listFolders, requireFolder } from './folders';
import {
	findFile,
	insertFile,
	insertNextVersion,
	latestVersion,
	listFiles,
	listVersions,
	type KeptVersion,
} from './kept-files';
import { Places } from './places';
import type { ReportFacts } from './report';
import { TextProcesses, usualLimits } from './text-processes';

export interface DocumentParts extends ReportParts {
	readonly recordLog: RecordLog;
	readonly proofs: RecordProofs;
	readonly reportLifetimeDays: number;
	/** Called after a report was revoked. */
	readonly onReportEnded: () => void;
	/** Under way and waiting, of each organisation. */
	readonly comparisonsMax: number;
	/** Heap of one comparison of texts. */
	readonly comparisonMebibytesMax: number;
}

interface Comparing extends DocumentParts {
	readonly processes: TextProcesses;
	readonly places: Places;
}

export function documentHandlers(parts: DocumentParts): AreaHandlers<'keeper'> {
	const { database } = parts;
	const comparing: Comparing = {
		...parts,
		processes: new TextProcesses({
			...usualLimits,
			memoryMebibytes: parts.comparisonMebibytesMax,
		}),
		places: new Places(parts.comparisonsMax, (placesMax) =>
			refuse('Keeper_ComparisonsTooMany', placesMax),
		),
	};
	return {
		addFile: (context, input) => addFile(parts, context, input),
		addVersion: (context, input) => addVersion(parts, context, input),
		compareWithLatest: (context, input) =>
			comparing.places.hold(context.caller.organisationId, () =>
				compareWithLatest(comparing, context, input),
			),
		async listFiles(_context, input) {
			const { productId, folderId } = input;
			if (folderId !== undefined) await requireFolder(database, productId, folderId);
			return listFiles(database, { productId, folderId }, listRange(input));
		},
		async listVersions(_context, input) {
			const file = await findFile(database, input.productId, input.fileId);
			return listVersions(database, file.id, listRange(input));
		},
		createFolder: ({ caller }, { productId, name }) =>
			createFolder(parts, { productId, name, createdByEmail: caller.email }),
		async listReports(_context, input) {
			const file = await findFile(database, input.productId, input.fileId);
			return listReports(parts, file.id, listRange(input));
		},
		async revokeReport(_context, { productId, fileId, reportId }) {
			const file = await findFile(database, productId, fileId);
			const report = await revokeReport(parts, { fileId: file.id, reportId });
			parts.onReportEnded();
			return report;
		},
		listFolders: (_context, input) => listFolders(database, input.productId, listRange(input)),
		...documentProofHandlers(parts),
	};
}

export function documentAdmissions({ database }: DocumentParts): AreaAdmissions<'keeper'> {
	return {
		async addFile(_context, { productId, folderId }) {
			if (folderId !== undefined) await requireFolder(database, productId, folderId);
			return {};
		},
		async addVersion(_context, { productId, fileId }) {
			await findFile(database, productId, fileId);
			return {};
		},
		async compareWithLatest(_context, { productId, fileId }) {
			await findFile(database, productId, fileId);
			return {};
		},
	};
}

async function addFile(
	{ database, clock, recordLog }: DocumentParts,
	{ caller }: RequestContext,
	input: Input<'keeper', 'addFile', Upload>,
): Promise<Model<'KeeperFile'>> {
	const { productId, folderId, displayName, accuracy, file } = input;
	await requireFolder(database, productId, folderId);
	const type = await typeOf(file);
	await file.object.makeDurable();
	const record = await storeFor(database, caller, (transaction) =>
		insertFile(
			transaction,
			{ clock, recordLog },
			{
				...{ productId, folderId, displayName, file },
				ownerEmail: caller.email,
				fileType: type,
				accuracyLevel: accuracy,
			},
		),
	);
	recordLog.wake();
	return record;
}

async function addVersion(
	{ database, clock, recordLog }: DocumentParts,
	{ caller }: RequestContext,
	{ productId, fileId, file }: Input<'keeper', 'addVersion', Upload>,
): Promise<Model<'KeeperFileVersion'>> {
	await requireSameType(await findFile(database, productId, fileId), file);
	await file.object.makeDurable();
	const version = await storeFor(database, caller, (transaction) =>
		insertNextVersion(
			transaction,
			{ clock, recordLog },
			{
				fileId,
				ownerEmail: caller.email,
				file,
			},
		),
	);
	recordLog.wake();
	return version;
}

async function compareWithLatest(
	parts: Comparing,
	{ caller, leaving, publicUrl }: RequestContext,
	input: Input<'keeper', 'compareWithLatest', Upload>,
): Promise<Model<'CompareResponse'>> {
	const { file: sent, generateDiffFile } = input;
	const kept = await findFile(parts.database, input.productId, input.fileId);
	await requireSameType(kept, sent);
	const latest = await latestVersion(parts.database, kept.id);
	const isReported = generateDiffFile === true && isTextual(kept.fileType);
	const { similarity, report } = await compareFiles(
		{
			kept: await keptFile(parts, latest),
			sent: { ...measures(sent), read: () => Promise.resolve(sent.object.read()) },
			type: kept.fileType,
			level: kept.accuracyLevel,
			facts: isReported ? factsOf(kept, latest, { sent, date: isoTime(parts.clock) }) : undefined,
		},
		parts.processes,
		{ owner: caller.organisationId, signal: leaving() },
	);
	if (report === undefined) return { accuracy: similarity };
	const { id, token, expiresAt } = await keepReport(parts, {
		caller,
		fileId: kept.id,
		fileName: `${kept.displayName} - differences.html`,
		html: report,
		lifetimeDays: parts.reportLifetimeDays,
	});
	const fileUrl = `${publicUrl}/reports/${token}`;
	const { productId } = input;
	const proofUrl = `${publicUrl}/keeper/${productId}/files/${kept.id}/versions/${latest.id}/proof`;
	return { accuracy: similarity, fileUrl, reportId: id, expires: expiresAt, proofUrl };
}

function measures({ object }: Upload) {
	return { sizeBytes: object.sizeBytes, hash: object.hash };
}

async function keptFile({ objects }: Comparing, { objectId }: KeptVersion) {
	const { sizeBytes, hash } = await objects.describe(objectId);
	return { sizeBytes, hash, read: async () => (await objects.read(objectId)).bytes };
}

function factsOf(
	kept: Model<'KeeperFile'>,
	latest: KeptVersion,
	{ sent, date }: { readonly sent: Upload; readonly date: string },
): ReportFacts {
	return {
		displayName: kept.displayName,
		level: kept.accuracyLevel,
		kept: { fileName: latest.fileName, version: latest.version, date: latest.createdAt },
		sent: { fileName: sent.fileName, date },
	};
}

async function requireSameType(kept: Model<'KeeperFile'>, sent: Upload): Promise<void> {
	const type = await typeOf(sent);
	if (type !== kept.fileType) {
		throw refuse('Breadcrumbing_FileTypesDoNotMatch', kept.fileType, type);
	}
}

async function typeOf({ object, fileName }: Upload): Promise<FileType> {
	return fileType({ head: await headOf(object.read()), sizeBytes: object.sizeBytes, fileName });
}

async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	for await (const chunk of bytes) {
		chunks.push(chunk);
		sizeBytes += chunk.length;
		if (sizeBytes >= headSizeBytes) break;
	}
	return Buffer.concat(chunks).subarray(0, headSizeBytes);
}
