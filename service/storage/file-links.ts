/**
 * Links to stored files, which work without a key; only the hash of a token is stored. A download counts when its
 * first bytes are there; a later range for the client that downloaded last continues it.
 *
 *   a link    entered by            left by
 *   Open      creation              revoke -> Revoked; its time -> Expired; its last download -> UsedUp
 *   UsedUp    its last download     never; the last client may continue until its time is over
 *   Expired   its time              never
 *   Revoked   revoke                never
 *
 * When the file is deleted, its links lead nowhere.
 */
import { linkMinutes } from '../../api/storage/links';
import type { Model } from '../../api/types';
import { isoTime, newId, newSecret, type Clock } from '../../server/clock';
import { instantOf } from '../../server/instant';
import { refuse } from '../../server/refusal';
import { secretHash } from '../../server/secret-hash';
import type { Database } from '../database/database';
import { readList } from '../database/list-reading';
import type { Caller, Client } from '../operations/handler';
import type { ListRange } from '../operations/list-range';
import { storeFor } from '../operations/storing';
import { fileRows, hasEnded, requireSound, type FileParts, type StoredFile } from './stored-files';

type FileLink = Model<'FileLink'>;

interface NewLink {
	readonly fileId: string;
	readonly expiresAt?: string;
	readonly expiresInMinutes?: number;
	readonly downloadsMax?: number;
}

/** Makes a link; its token is told this once. */
export async function createFileLink(
	{ database, clock }: FileParts,
	caller: Caller,
	asked: NewLink,
): Promise<{ readonly link: FileLink; readonly token: string }> {
	const token = newSecret();
	const row = {
		id: newId(clock),
		file_id: asked.fileId,
		token_hash: secretHash(token),
		created_by_email: caller.email,
		created_at: isoTime(clock),
		expires_at: endOf(asked, clock),
		downloads_max: asked.downloadsMax ?? null,
	};
	await storeFor(database, caller, (transaction) =>
		transaction.insertInto('file_links').values(row).execute(),
	);
	return { link: wireLink({ ...row, ...unused }, row.created_at), token };
}

const unused = { revoked_at: null, downloads: 0, last_download_at: null, last_client_hash: null };

function endOf({ expiresAt, expiresInMinutes }: NewLink, clock: Clock): string {
	const inMinutes = (minutes: number) => new Date(clock.now() + minutes * 60_000).toISOString();
	if (expiresAt === undefined) return inMinutes(expiresInMinutes ?? linkMinutes.usual);
	const moment = instantOf(expiresAt) ?? '';
	if (moment <= isoTime(clock) || moment > inMinutes(linkMinutes.max)) {
		throw refuse(
			'Request_Invalid',
			'expiresAt',
			'must be in the future, at most 366 days from now',
		);
	}
	const other = inMinutes(expiresInMinutes ?? linkMinutes.max);
	return moment < other ? moment : other;
}

export function listFileLinks(
	{ database, clock }: FileParts,
	fileId: string,
	range: ListRange,
): Promise<readonly FileLink[]> {
	const query = linkRows(database).where('file_links.file_id', '=', fileId);
	const now = isoTime(clock);
	return readList(query, { by: 'file_links.sequence' }, range, (rows) =>
		rows.map((row) => wireLink(row, now)),
	);
}

/** Revokes a link; one that has ended stays as it is. */
export async function revokeFileLink(
	{ database, clock }: FileParts,
	caller: Caller,
	{ fileId, linkId }: { readonly fileId: string; readonly linkId: string },
): Promise<FileLink> {
	const now = isoTime(clock);
	return storeFor(database, caller, async (transaction) => {
		await transaction
			.updateTable('file_links')
			.set({ revoked_at: now })
			.where('id', '=', linkId)
			.where('file_id', '=', fileId)
			.where('revoked_at', 'is', null)
			.where('expires_at', '>', now)
			.execute();
		const row = await linkRows(transaction)
			.where('file_links.id', '=', linkId)
			.where('file_links.file_id', '=', fileId)
			.executeTakeFirst();
		if (row === undefined) throw refuse('Storage_LinkNotFound', linkId);
		return wireLink(row, now);
	});
}

const reasons = {
	Expired: 'its time is over',
	Revoked: 'it was taken back',
	UsedUp: 'it was for a number of downloads, and they have been made',
} as const;

export interface Download {
	readonly file: StoredFile;
	/** Called when the bytes from `first` on are there; refuses one download too many. */
	readonly count: (first: number) => Promise<void>;
}

/** What a token leads its client to; refuses an unknown one, and says why one has ended. */
export async function downloadOfLink(
	{ database, clock }: FileParts,
	token: string,
	client: Client,
): Promise<Download> {
	const link = await linkOfToken(database, token);
	if (link === undefined) throw refuse('Storage_LinkUnknown');
	const now = isoTime(clock);
	const state = stateOf(link, now);
	const clientHash = secretHash(`${token} ${client.address} ${client.agent}`);
	const isContinuing = link.last_client_hash === clientHash;
	if (state !== 'Open' && !(state === 'UsedUp' && isContinuing)) {
		throw refuse('Storage_LinkEnded', reasons[state]);
	}
	const files = fileRows(database).where('stored_files.id', '=', link.file_id);
	const file = await files.executeTakeFirstOrThrow();
	if (hasEnded(file, now)) throw refuse('Storage_LinkEnded', 'the file was deleted');
	return {
		file: requireSound(file),
		async count(first) {
			if (first > 0 && isContinuing) return;
			if (await countDownload(database, { id: link.id, clientHash, now })) return;
			throw refuse('Storage_LinkEnded', reasons.UsedUp);
		},
	};
}

/** In one statement, so that two clients never share the last download. */
async function countDownload(
	database: Database,
	{
		id,
		clientHash,
		now,
	}: { readonly id: string; readonly clientHash: string; readonly now: string },
): Promise<boolean> {
	const { numUpdatedRows } = await database
		.updateTable('file_links')
		.set(({ eb }) => ({
			downloads: eb('downloads', '+', 1),
			last_download_at: now,
			last_client_hash: clientHash,
		}))
		.where('id', '=', id)
		.where('revoked_at', 'is', null)
		.where(({ or, eb, ref }) =>
			or([eb('downloads_max', 'is', null), eb('downloads', '<', ref('downloads_max'))]),
		)
		.executeTakeFirst();
	return numUpdatedRows === 1n;
}

/** Whether somebody may hold this token as a key, for the limits of requests. */
export async function isFileLink({ database, clock }: FileParts, token: string): Promise<boolean> {
	const link = await linkOfToken(database, token);
	return link !== undefined && stateOf(link, isoTime(clock)) === 'Open';
}

function linkOfToken(database: Database, token: string): Promise<LinkRow | undefined> {
	return linkRows(database)
		.where('file_links.token_hash', '=', secretHash(token))
		.executeTakeFirst();
}

function linkRows(connection: Pick<Database, 'selectFrom'>) {
	return connection
		.selectFrom('file_links')
		.select(['id', 'file_id', 'created_by_email', 'created_at', 'expires_at', 'revoked_at'])
		.select(['downloads_max', 'downloads', 'last_download_at', 'last_client_hash']);
}

type LinkRow = Awaited<ReturnType<ReturnType<typeof linkRows>['executeTakeFirstOrThrow']>>;

function stateOf(link: LinkRow, now: string): FileLink['status'] {
	if (link.revoked_at !== null) return 'Revoked';
	if (link.expires_at <= now) return 'Expired';
	return link.downloads_max !== null && link.downloads >= link.downloads_max ? 'UsedUp' : 'Open';
}

function wireLink(link: LinkRow, now: string): FileLink {
	const { downloads_max: downloadsMax, last_download_at: lastDownloadDate } = link;
	return {
		id: link.id,
		fileId: link.file_id,
		status: stateOf(link, now),
		creationDate: link.created_at,
		createdByEmail: link.created_by_email,
		expires: link.expires_at,
		downloads: link.downloads,
		...(downloadsMax !== null && { downloadsMax }),
		...(lastDownloadDate !== null && { lastDownloadDate }),
	};
}
