/**
 * Keeps a document when its name is new in its folder, and else compares it with a version of the file
 * of that name; one that differs from the latest version can be kept as the next. Whoever does the same
 * at the same time comes before or after: one of two keeps it as new, one of two finds the difference.
 *
 *   answer       given when                                             kept
 *   kept         the folder has no file of that name                    as a file
 *   equal        nothing differs at the accuracy of the file            if it differs from the latest
 *   different    something does                                         if it differs from the latest
 *   unreadable   one of the two has no content, or they are of two types never
 *
 * Several files of one name are refused: which one is meant nobody can tell.
 */
import type { Input, Model } from '../../api/types';
import { forUpdate } from '../../server/database/locks';
import { refuse } from '../../server/refusal';
import { identicalOutcome } from '../comparison/outcome';
import type { RecordLog } from '../log/record-log';
import type { RequestContext, Upload } from '../operations/handler';
import { storeFor } from '../operations/storing';
import { approvalOf } from './approval-of';
import { approvedVersion } from './approvals';
import { compare, figuresOf, linkOf, sentSide, type ComparingParts } from './comparing';
import type { FileType } from './file-type';
import { requireFolderInUse } from './folders';
import { insertFile, listFiles } from './kept-files';
import {
	insertVersionAfter,
	latestVersion,
	originalVersion,
	type KeptVersion,
} from './kept-versions';
import { checkedRules, rulesFor } from './rule-check';
import { typeOf } from './upload-type';
import { wantsReport } from './report-wish';

export interface KeepingOrComparing extends ComparingParts {
	readonly recordLog: RecordLog;
}

type Asked = Input<'keeper', 'keepOrCompare', Upload>;
type Answer = Model<'KeepOrCompareResponse'>;

export async function keepOrCompare(
	parts: KeepingOrComparing,
	context: RequestContext,
	asked: Asked,
): Promise<Answer> {
	await requireFolderInUse(parts.database, asked.productId, asked.folderId);
	const type = await typeOf(asked.file);
	// Each round that leads to nothing is one in which somebody else has kept something.
	for (;;) {
		const kept = await fileOfName(parts, asked);
		const answer =
			kept === undefined
				? await keepNew(parts, context, { asked, type })
				: await compareAndKeep(parts, context, { asked, type, kept });
		if (answer !== undefined) return answer;
	}
}

async function fileOfName(
	{ database }: Pick<KeepingOrComparing, 'database'>,
	{ productId, folderId, displayName }: Asked,
): Promise<Model<'KeeperFile'> | undefined> {
	const filter = { productId, folderId, displayName };
	const files = await listFiles(database, filter, { limit: 2, offset: 0 });
	if (files.length < 2) return files[0];
	throw refuse('Keeper_NameAmbiguous', displayName);
}

/** Nothing when somebody else has kept a file of that name meanwhile. */
async function keepNew(
	{ database, clock, recordLog }: KeepingOrComparing,
	{ caller }: RequestContext,
	{ asked, type }: { readonly asked: Asked; readonly type: FileType },
): Promise<Answer | undefined> {
	const { productId, folderId, displayName, file } = asked;
	const rules = checkedRules(asked.rules ?? {});
	await file.object.makeDurable();
	const kept = await storeFor(database, caller, async (transaction) => {
		const folder = transaction.selectFrom('keeper_folders').select('id').where('id', '=', folderId);
		await forUpdate(transaction, folder).execute();
		const filter = { productId, folderId, displayName };
		const [other] = await listFiles(transaction, filter, { limit: 1, offset: 0 });
		if (other !== undefined) return undefined;
		return insertFile(
			transaction,
			{ clock, recordLog },
			{
				...{ ...filter, file, fileType: type, ownerEmail: caller.email },
				...{ accuracyLevel: asked.accuracy ?? 'High', rules },
			},
		);
	});
	if (kept === undefined) return undefined;
	recordLog.wake();
	return {
		...figuresOf(identicalOutcome),
		outcome: 'kept',
		...{ isNew: false, isKept: true, fileId: kept.id, versionId: kept.id, version: 1 },
		summary: 'Kept as a new file: nothing was there to compare it with.',
	};
}

interface ToCompare {
	readonly asked: Asked;
	readonly type: FileType;
	readonly kept: Model<'KeeperFile'>;
}

/** Nothing when the file has got another version meanwhile, which this one may be equal to. */
async function compareAndKeep(
	parts: KeepingOrComparing,
	context: RequestContext,
	{ asked, type, kept }: ToCompare,
): Promise<Answer | undefined> {
	const rules = rulesFor(asked.rules, kept);
	const latest = await latestVersion(parts.database, kept.id);
	const version = await versionToCompare(parts, asked, { latest, fileId: kept.id });
	if (type !== kept.fileType) return unreadable({ kept, version, type });
	const sides = { kept, other: sentSide(parts, asked.file), rules };
	const isReported = wantsReport(asked);
	const outcome = await compare(parts, context, { ...sides, version, isReported });
	const isEqual = outcome.outcome === 'equal';
	const isAsLatest =
		version.id === latest.id
			? isEqual
			: latest.hash === asked.file.object.hash ||
				(await isEqualTo(parts, context, { ...sides, version: latest, isReported: false }));
	const isReadable = outcome.outcome !== 'unreadable';
	const isWanted = asked.keepNewVersion === true && isReadable && !isAsLatest;
	const next = isWanted ? await keepNext(parts, context, { asked, latest, kept }) : undefined;
	if (isWanted && next === undefined) return undefined;
	const { productId } = asked;
	return {
		...figuresOf(outcome),
		...{ isNew: isReadable && !isEqual && !isAsLatest, isKept: next !== undefined },
		...{ fileId: kept.id, versionId: version.id, version: version.version },
		...(next !== undefined && { keptVersionId: next.id, keptVersion: next.version }),
		...(await approvalOf(parts, context, { ...sides, version, isReported, outcome })),
		...(await linkOf(parts, context, { kept, version, productId, outcome })),
	};
}

async function isEqualTo(...asked: Parameters<typeof compare>): Promise<boolean> {
	return (await compare(...asked)).outcome === 'equal';
}

async function versionToCompare(
	{ database }: KeepingOrComparing,
	{ compareWith = 'Latest' }: Asked,
	{ latest, fileId }: { readonly latest: KeptVersion; readonly fileId: string },
): Promise<KeptVersion> {
	if (compareWith === 'Latest') return latest;
	const approved = compareWith === 'Approved' ? await approvedVersion(database, fileId) : undefined;
	return approved ?? originalVersion(database, fileId);
}

async function keepNext(
	{ database, clock, recordLog }: KeepingOrComparing,
	{ caller }: RequestContext,
	{ asked, latest, kept }: Pick<ToCompare, 'asked' | 'kept'> & { readonly latest: KeptVersion },
): Promise<Model<'KeeperFileVersion'> | undefined> {
	const { file } = asked;
	await file.object.makeDurable();
	const next = { fileId: kept.id, ownerEmail: caller.email, file, after: latest };
	const version = await storeFor(database, caller, (transaction) =>
		insertVersionAfter(transaction, { clock, recordLog }, next),
	);
	recordLog.wake();
	return version;
}

function unreadable({
	kept,
	version,
	type,
}: Omit<ToCompare, 'asked'> & { readonly version: KeptVersion }): Answer {
	return {
		...{ outcome: 'unreadable', equal: false, identical: false, accuracy: 0 },
		...{ method: 'none', added: 0, removed: 0, changed: 0, moved: 0 },
		...{ changes: [], notes: [], ignored: [] },
		...{ isNew: false, isKept: false, fileId: kept.id },
		...{ versionId: version.id, version: version.version },
		summary: `What was sent is of type ${type}, what is kept of type ${kept.fileType}: it was not compared, and nothing was kept.`,
	};
}
