import type { Input, Model } from '../../../api/types';
import type { ByteReply } from '../../../server/http/files/file-reply';
import type { Clock } from '../../../server/clock';
import { refuse } from '../../../server/refusal';
import type { Database } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import type { ObjectStore } from '../../objects/object-store';
import type {
	AreaAdmissions,
	AreaHandlers,
	RequestContext,
	Upload,
} from '../../operations/handler';
import { listRange } from '../../operations/list-range';
import { storeOnce } from '../../operations/once';
import { storeFor } from '../../operations/storing';
import { approve } from '../../documents/files/approvals';
import type { ComparingParts } from '../../documents/comparisons/comparing';
import { markDeleted } from '../../documents/files/deletions';
import {
	withKeptContent,
	keepingTermsOf,
	newPrintKey,
	requirePrintable,
} from '../../documents/comparisons/fingerprints';
import { requireFolder, requireFolderInUse } from '../../documents/files/folders';
import {
	filesOfHash,
	findFile,
	findFileInUse,
	insertFile,
	listFiles,
	printKeyOf,
	unlessDeleted,
} from '../../documents/files/kept-files';
import {
	findVersion,
	insertNextVersion,
	listVersions,
	readVersion,
} from '../../documents/files/kept-versions';
import { setRules } from '../../documents/files/file-rules';
import { checkedRules } from '../../../comparison/core/rule-check';
import { listTimeline } from '../../documents/timeline';
import { requireSameType, typeOf } from '../../documents/files/upload-type';

interface Parts {
	readonly database: Database;
	readonly clock: Clock;
	readonly recordLog: RecordLog;
	readonly objects: ObjectStore;
	readonly comparisons: ComparingParts['comparisons'];
	readonly onContentEnded: () => void;
}

type Uploading = 'addFile' | 'findFile' | 'addVersion';
type Reading = 'listFiles' | 'getFile' | 'listVersions' | 'downloadVersion' | 'listTimeline';

export function fileHandlers(
	parts: Parts,
): Pick<
	AreaHandlers<'keeper'>,
	Uploading | Reading | 'setRules' | 'deleteFile' | 'approveVersion'
> {
	const { database } = parts;
	return {
		addFile: (context, input) => addFile(parts, context, input),
		addVersion: (context, input) => addVersion(parts, context, input),
		downloadVersion: (_context, input) => download(parts, input),
		async listFiles(_context, input) {
			const { productId, folderId } = input;
			if (folderId !== undefined) await requireFolder(database, productId, folderId);
			return listFiles(database, input, listRange(input));
		},
		async findFile(_context, { file, ...wanted }) {
			const { productId, folderId } = wanted;
			if (folderId !== undefined) await requireFolder(database, productId, folderId);
			const fileIds = await filesOfHash(database, { ...wanted, hash: file.object.hash });
			return { exists: fileIds.length > 0, fileIds };
		},
		getFile: (_context, { productId, fileId }) => findFile(database, productId, fileId),
		async setRules({ caller }, { productId, fileId, rules }) {
			const { id } = await findFileInUse(database, productId, fileId);
			const checked = checkedRules(rules);
			if ((await printKeyOf(database, id)) !== undefined) throw refuse('Keeper_RulesFixed', id);
			const set = { fileId: id, rules: checked, setByEmail: caller.email };
			await storeFor(database, caller, (transaction) => setRules(transaction, parts, set));
			parts.recordLog.wake();
			return findFile(database, productId, id);
		},
		async deleteFile({ caller }, { productId, fileId }) {
			const { id, isDeleted } = await findFile(database, productId, fileId);
			if (isDeleted) return;
			if (await markDeleted(parts, caller, { table: 'keeper_files', id })) parts.onContentEnded();
		},
		async approveVersion({ caller }, { productId, fileId, versionId }) {
			const { id } = await findFileInUse(database, productId, fileId);
			await approve(parts, caller, { fileId: id, versionId });
			return readVersion(database, id, versionId);
		},
		async listVersions(_context, input) {
			const file = await findFile(database, input.productId, input.fileId);
			return listVersions(database, file.id, listRange(input));
		},
		async listTimeline(_context, input) {
			const file = await findFile(database, input.productId, input.fileId);
			const { newestFirst } = input;
			return listTimeline(parts, file.id, { ...listRange(input), newestFirst });
		},
	};
}

export function fileAdmissions({ database }: Parts): Pick<AreaAdmissions<'keeper'>, Uploading> {
	return {
		async addFile(_context, { productId, folderId }) {
			if (folderId !== undefined) await requireFolderInUse(database, productId, folderId);
			return {};
		},
		async findFile(_context, { productId, folderId }) {
			if (folderId !== undefined) await requireFolder(database, productId, folderId);
			return { file: { isKept: false } };
		},
		async addVersion(_context, { productId, fileId }) {
			await findFileInUse(database, productId, fileId);
			return {};
		},
	};
}

async function addFile(
	parts: Parts,
	context: RequestContext,
	input: Input<'keeper', 'addFile', Upload>,
): Promise<Model<'KeeperFile'>> {
	const { database, clock, recordLog } = parts;
	const { caller } = context;
	const { productId, folderId, displayName, accuracy: level } = input;
	const rules = checkedRules(input.rules ?? {});
	const { keepsContent } = await requireFolderInUse(database, productId, folderId);
	if (!keepsContent) requirePrintable(rules);
	const fileType = await typeOf(input.file);
	const printKey = keepsContent ? undefined : newPrintKey();
	const kept = { productId, folderId, displayName, rules, fileType, accuracyLevel: level };
	const ownerEmail = caller.email;
	const keepingTerms = { file: input.file, level, rules, printKey };
	const record = await withKeptContent(parts, context, keepingTerms, (file) =>
		storeOnce(database, context, (transaction) =>
			insertFile(
				transaction,
				{ clock, recordLog },
				{ ...kept, ownerEmail, file, ...(printKey !== undefined && { printKey }) },
			),
		),
	);
	recordLog.wake();
	return record;
}

async function addVersion(
	parts: Parts,
	context: RequestContext,
	{ productId, fileId, file: sent }: Input<'keeper', 'addVersion', Upload>,
): Promise<Model<'KeeperFileVersion'>> {
	const { database, clock, recordLog } = parts;
	const { caller } = context;
	const known = await findFileInUse(database, productId, fileId);
	await requireSameType(known, sent);
	const keepingTerms = await keepingTermsOf(database, known, sent);
	const version = await withKeptContent(parts, context, keepingTerms, (file) =>
		storeOnce(database, context, (transaction) =>
			insertNextVersion(
				transaction,
				{ clock, recordLog },
				{ fileId, ownerEmail: caller.email, file },
			),
		),
	);
	recordLog.wake();
	return version;
}

async function download(
	{ database, objects }: Parts,
	{ productId, fileId, versionId }: Input<'keeper', 'downloadVersion', Upload>,
): Promise<ByteReply> {
	const file = await findFileInUse(database, productId, fileId);
	const version = await findVersion(database, file.id, versionId);
	if (version.prints !== undefined) {
		throw refuse('Keeper_ContentNotKept', `version ${version.version} of file '${file.id}'`);
	}
	const { sizeBytes, hash } = await unlessDeleted(database, file.id, () =>
		objects.describe(version.objectId),
	);
	if (hash !== version.hash) {
		throw refuse('Core_RecordCorrupted', `version ${version.version} of file '${file.id}'`);
	}
	return {
		fileName: version.fileName,
		etag: hash,
		sizeBytes,
		modifiedAt: new Date(version.createdAt),
		proofPath: 'proof',
		read: (range) =>
			unlessDeleted(
				database,
				file.id,
				async () => (await objects.read(version.objectId, range)).bytes,
			),
	};
}
