/**
 * Stores a document if its name is new in its folder; otherwise compares it with a version of the file of
 * that name. Concurrent requests are serialised: one of two stores the file, and the other is compared
 * with it.
 *
 *   answer      given when                                 stored
 *   kept        the folder has no file of that name        as a file
 *   equal       nothing differs at the file's accuracy     with `keepNewVersion`, if it differs from the
 *                                                          latest version: it can when it was compared
 *                                                          with the original or approved one
 *   different   something does                             with `keepNewVersion`, if it differs from the
 *                                                          latest version
 *   kept        the latest version is unreadable, and      as the next version
 *               this one is not
 *   unreadable  one of the two has no content              never
 *               they are of two types; other compare calls never
 *               refuse that
 *
 * A first document that is unreadable, or not what its name says, is refused, because nothing could be
 * compared with it.
 * If several files have the name, the request is refused, because it is unclear which one is meant.
 */
import type { Input, Model } from '../../../api/types';
import { isoTime } from '../../../server/clock';
import { forUpdate } from '../../../server/database/locks';
import { refuse } from '../../../server/refusal';
import { figuresOf, identicalOutcome } from '../../../comparison/core/outcome';
import type { Database, Transaction } from '../../database/database';
import type { RecordLog } from '../../log/record-log';
import type { RequestContext, Upload } from '../../operations/handler';
import { keptResult, storeOnce } from '../../operations/once';
import { approvalOf } from './approval-of';
import { approvedVersion } from '../files/approvals';
import {
	compare,
	linkOf,
	sentSide,
	unreadableReason,
	type ComparingContext,
	type ComparingParts,
} from './comparing';
import { madeWhileWaiting } from './while-waiting';
import type { ComparisonRequest } from './rows';
import { tellDifference, type FoundDifference } from './difference-event';
import type { FileType } from '../files/file-type';
import {
	withKeptContent,
	keepingTermsOf,
	newPrintKey,
	requirePrintable,
	requireRulesOf,
} from './fingerprints';
import { requireFolderInUse } from '../files/folders';
import { findFileInUse, insertFile, listFiles, type NewFile } from '../files/kept-files';
import {
	findVersion,
	insertVersionAfter,
	latestVersion,
	originalVersion,
	versionBefore,
	type KeptVersion,
	type SentFile,
} from '../files/kept-versions';
import { checkedRules } from '../../../comparison/core/rule-check';
import { rulesFor } from '../files/file-rules';
import { typeAgainstName, typeOf } from '../files/upload-type';
import { wantsReport } from '../../reports/report-wish';

export interface KeepingOrComparing extends ComparingParts {
	readonly recordLog: RecordLog;
}

type KeepInput = Input<'keeper', 'keepOrCompare', Upload>;
type Answer = Model<'KeepOrCompareResponse'>;

/** A sent file to compare with the kept file of its name. */
export interface ToCompare {
	readonly kept: Model<'KeeperFile'>;
	readonly file: SentFile;
	readonly request: ComparisonRequest;
	/** The version it was kept as, if a process crashed after keeping it. */
	readonly keptAs?: KeptVersion;
	/**
	 * Called in the transaction that keeps it; `ownsSentObject` is true if the version now owns the sent
	 * object.
	 */
	readonly onKept?: (
		transaction: Transaction,
		stored: { readonly versionId: string; readonly ownsSentObject: boolean },
	) => Promise<void>;
}

/** Keeps or compares now; if `later` is given, it takes over the comparison. */
export async function keepOrCompare<Later>(
	parts: KeepingOrComparing,
	context: RequestContext,
	asked: KeepInput,
	later?: (toCompare: ToCompare) => Promise<Later>,
): Promise<Answer | Later> {
	const { database } = parts;
	const { keepsContent } = await requireFolderInUse(database, asked.productId, asked.folderId);
	const type = await typeOf(asked.file);
	// A round without an answer means that another request has kept something meanwhile.
	for (;;) {
		const before = await keptBefore(database, context);
		if (before?.version === 1) return answerOfNew(before);
		const kept =
			before === undefined
				? await fileOfName(parts, asked)
				: await findFileInUse(database, asked.productId, before.fileId);
		if (kept === undefined) {
			const answer = await keepNew(parts, context, { asked, type, keepsContent });
			if (answer !== undefined) return answer;
			continue;
		}
		const toCompare = {
			kept,
			file: asked.file,
			request: requestOf(context, asked, kept),
			...(before && { keptAs: await findVersion(database, kept.id, before.id) }),
		};
		if (asked.rules !== undefined) {
			requireRulesOf(await latestVersion(database, kept.id), kept, toCompare.request.rules);
		}
		const isComparable = type === kept.fileType && asked.file.object.sizeBytes > 0;
		if (isComparable && later !== undefined) return later(toCompare);
		const answer = await whileWaiting(parts, context, toCompare, (onKept) =>
			isComparable
				? compareAndKeep(parts, context, { ...toCompare, onKept })
				: unreadable(parts, toCompare, reasonAgainst(asked.file, type, kept)),
		);
		if (answer === undefined) continue;
		// The same request may have kept the file while this one compared.
		const isOvertaken = !answer.isKept && (await keptBefore(database, context)) !== undefined;
		if (!isOvertaken) return answer;
	}
}

/** A version that Keep or Compare kept. */
interface Kept {
	readonly fileId: string;
	readonly id: string;
	readonly version: Model<'KeeperFileVersion'>['version'];
}

/** What an earlier request with the same Idempotency-Key kept, unless it queued its comparison. */
async function keptBefore(
	database: Database,
	context: Pick<RequestContext, 'once'>,
): Promise<Kept | undefined> {
	const result = (await keptResult(database, context)) as { readonly kept?: Kept } | undefined;
	return result?.kept;
}

function requestOf(
	{ publicUrl }: RequestContext,
	asked: KeepInput,
	kept: Model<'KeeperFile'>,
): ComparisonRequest {
	const { productId, compareWith = 'Latest', keepNewVersion = false } = asked;
	const isReported = wantsReport(asked);
	const rules = rulesFor(asked.rules, kept);
	return { productId, publicUrl, rules, isReported, compareWith, keepNewVersion };
}

function whileWaiting(
	parts: KeepingOrComparing,
	context: RequestContext,
	{ kept, file, request }: ToCompare,
	make: (onKept: NonNullable<ToCompare['onKept']>) => Promise<Answer | undefined>,
): Promise<Answer | undefined> {
	const { id: fileId } = kept;
	const startedAt = isoTime(parts.clock);
	const sent = { fileName: file.fileName, hash: file.object.hash };
	const version = () => versionToCompare(parts, request, kept.id);
	const waited = { operation: 'keepOrCompare', fileId, version, sent, startedAt } as const;
	return madeWhileWaiting(parts, context, waited, (onKept) =>
		make((_transaction, { versionId }) => Promise.resolve(onKept(versionId))),
	);
}

async function fileOfName(
	{ database }: Pick<KeepingOrComparing, 'database'>,
	{ productId, folderId, displayName }: KeepInput,
): Promise<Model<'KeeperFile'> | undefined> {
	const filter = { productId, folderId, displayName };
	const files = await listFiles(database, filter, { limit: 2, offset: 0 });
	if (files.length < 2) return files[0];
	throw refuse('Keeper_NameAmbiguous', displayName);
}

interface ToKeep {
	readonly asked: KeepInput;
	readonly type: FileType;
	readonly keepsContent: boolean;
}

/** Undefined if another request has kept a file of that name meanwhile. */
async function keepNew(
	parts: KeepingOrComparing,
	context: RequestContext,
	{ asked, type: fileType, keepsContent }: ToKeep,
): Promise<Answer | undefined> {
	const { file: sent, accuracy: level = 'High' } = asked;
	const rules = checkedRules(asked.rules ?? {});
	if (sent.object.sizeBytes === 0) refuseUnreadable('It has no bytes.');
	const otherType = typeAgainstName(sent.fileName, fileType);
	if (otherType !== undefined) refuseUnreadable(otherType);
	if (keepsContent) {
		const reason = await unreadableReason(parts, context, { file: sent, level, rules });
		if (reason !== undefined) refuseUnreadable(reason);
	} else requirePrintable(rules);
	const printKey = keepsContent ? undefined : newPrintKey();
	const keepingTerms = { file: sent, level, rules, printKey, onUnreadable: refuseUnreadable };
	const stored = await withKeptContent(parts, context, keepingTerms, (file) =>
		insertNew(parts, context, asked, {
			file,
			fileType,
			accuracyLevel: level,
			rules,
			...(printKey !== undefined && { printKey }),
		}),
	);
	if (stored === undefined) return undefined;
	parts.recordLog.wake();
	return answerOfNew(stored.kept);
}

function answerOfNew({ fileId, id: versionId, version }: Kept): Answer {
	return {
		...figuresOf(identicalOutcome),
		outcome: 'kept',
		isNew: false,
		isKept: true,
		fileId,
		versionId,
		version,
		summary: 'Kept as a new file: nothing was there to compare it with.',
	};
}

function refuseUnreadable(reason: string): never {
	throw refuse('Keeper_Unreadable', reason);
}

function insertNew(
	{ database, clock, recordLog }: KeepingOrComparing,
	context: RequestContext,
	{ productId, folderId, displayName }: KeepInput,
	content: Pick<NewFile, 'file' | 'fileType' | 'accuracyLevel' | 'rules' | 'printKey'>,
): Promise<{ readonly kept: Kept } | undefined> {
	return storeOnce(database, context, async (transaction) => {
		const folder = transaction.selectFrom('keeper_folders').select('id').where('id', '=', folderId);
		await forUpdate(transaction, folder).execute();
		const filter = { productId, folderId, displayName };
		const [other] = await listFiles(transaction, filter, { limit: 1, offset: 0 });
		if (other !== undefined) return undefined;
		const owned = { ...filter, ...content, ownerEmail: context.caller.email };
		const { id } = await insertFile(transaction, { clock, recordLog }, owned);
		return { kept: { fileId: id, id, version: 1 } };
	});
}

/** Undefined if the file got another version meanwhile, which this one may equal. */
export async function compareAndKeep(
	parts: KeepingOrComparing,
	context: ComparingContext,
	asked: ToCompare,
): Promise<Answer | undefined> {
	const { kept, file, request, keptAs } = asked;
	const { rules, isReported, productId } = request;
	const latest = await latestBefore(parts, kept.id, keptAs);
	const version = await versionToCompare(parts, request, kept.id, latest);
	const sides = { kept, other: sentSide(parts, file), rules };
	const outcome = await compare(parts, context, { ...sides, version, isReported });
	const isEqual = outcome.outcome === 'equal';
	const isAsLatest =
		version.id === latest.id
			? isEqual
			: latest.hash === file.object.hash ||
				(await isEqualTo(parts, context, { ...sides, version: latest, isReported: false }));
	const isReadable = outcome.outcome !== 'unreadable';
	if (!isReadable && version.id === latest.id && keptAs === undefined) {
		const { accuracyLevel: level } = kept;
		const reason = await unreadableReason(parts, context, { file, level, rules });
		if (reason === undefined) return replaceUnreadable(parts, context, { asked, latest });
	}
	const isWanted = request.keepNewVersion === true && isReadable && !isAsLatest;
	const isNew = isReadable && !isEqual && !isAsLatest;
	const difference = {
		fileId: kept.id,
		versionId: version.id,
		answer: { outcome: outcome.outcome, accuracy: outcome.accuracy, isNew },
	};
	const next =
		keptAs ??
		(isWanted ? await keepNext(parts, context, { asked, latest, difference }) : undefined);
	if (isWanted && next === undefined) return undefined;
	return {
		...figuresOf(outcome),
		isNew,
		isKept: next !== undefined,
		fileId: kept.id,
		versionId: version.id,
		version: version.version,
		...(next !== undefined && { keptVersionId: next.id, keptVersion: next.version }),
		...(await approvalOf(parts, context, { ...sides, version, isReported, outcome })),
		...(await linkOf(parts, context, { kept, version, productId, outcome })),
	};
}

function latestBefore(
	{ database }: KeepingOrComparing,
	fileId: string,
	keptAs: KeptVersion | undefined,
): Promise<KeptVersion> {
	return keptAs === undefined
		? latestVersion(database, fileId)
		: versionBefore(database, fileId, keptAs);
}

/** A file that could be read from now on is the one to compare with; what it replaces told nothing. */
async function replaceUnreadable(
	parts: KeepingOrComparing,
	context: ComparingContext,
	{ asked, latest }: Omit<ToKeepNext, 'difference'>,
): Promise<Answer | undefined> {
	const next = await keepNext(parts, context, { asked, latest });
	if (next === undefined) return undefined;
	return {
		...figuresOf(identicalOutcome),
		outcome: 'kept',
		isNew: false,
		isKept: true,
		fileId: asked.kept.id,
		versionId: next.id,
		version: next.version,
		keptVersionId: next.id,
		keptVersion: next.version,
		summary: `Kept as version ${next.version}: version ${latest.version} cannot be read, so that nothing was there to compare it with.`,
	};
}

async function isEqualTo(...asked: Parameters<typeof compare>): Promise<boolean> {
	return (await compare(...asked)).outcome === 'equal';
}

async function versionToCompare(
	{ database }: KeepingOrComparing,
	{ compareWith = 'Latest' }: ComparisonRequest,
	fileId: string,
	latest?: KeptVersion,
): Promise<KeptVersion> {
	if (compareWith === 'Latest') return latest ?? latestVersion(database, fileId);
	const approved = compareWith === 'Approved' ? await approvedVersion(database, fileId) : undefined;
	return approved ?? originalVersion(database, fileId);
}

interface ToKeepNext {
	readonly asked: ToCompare;
	readonly latest: KeptVersion;
	/** The difference found, for the event; absent if nothing was compared. */
	readonly difference?: FoundDifference;
}

async function keepNext(
	parts: KeepingOrComparing,
	context: ComparingContext,
	{ asked, latest, difference }: ToKeepNext,
): Promise<Kept | undefined> {
	const { database, clock, recordLog } = parts;
	const { kept, onKept } = asked;
	const { id: fileId } = kept;
	const owned = { fileId, ownerEmail: context.caller.email, after: latest };
	const ownsSentObject = latest.prints === undefined;
	const keepingTerms = await keepingTermsOf(database, kept, asked.file);
	const stored = await withKeptContent(parts, context, keepingTerms, (file) =>
		storeOnce(database, context, async (transaction) => {
			const next = { ...owned, file };
			const inserted = await insertVersionAfter(transaction, { clock, recordLog }, next);
			if (inserted === undefined) return undefined;
			if (difference !== undefined) await tellDifference(transaction, clock, difference);
			await onKept?.(transaction, { versionId: inserted.id, ownsSentObject });
			return { kept: { fileId, id: inserted.id, version: inserted.version } };
		}),
	);
	recordLog.wake();
	return stored?.kept;
}

function reasonAgainst(sent: SentFile, type: FileType, kept: Model<'KeeperFile'>): string {
	if (sent.object.sizeBytes === 0) return 'What was sent has no bytes';
	return `What was sent is of type ${type}, what is kept of type ${kept.fileType}`;
}

async function unreadable(
	parts: KeepingOrComparing,
	{ kept, request }: ToCompare,
	reason: string,
): Promise<Answer> {
	const version = await versionToCompare(parts, request, kept.id);
	return {
		outcome: 'unreadable',
		equal: false,
		identical: false,
		accuracy: 0,
		method: 'none',
		added: 0,
		removed: 0,
		changed: 0,
		moved: 0,
		changes: [],
		notes: [],
		ignored: [],
		isNew: false,
		isKept: false,
		fileId: kept.id,
		versionId: version.id,
		version: version.version,
		summary: `${reason}: it was not compared, and nothing was kept.`,
	};
}
