/**
 * Opens the configured buckets at start. A known folder that is gone is made again and its shards
 * are marked missing; a folder without its marker looks like an unmounted disk and counts as down;
 * a bucket of another store stops the start.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isoTime, type Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { Database } from '../database/database';
import { holdsOneOf, knownShards, markBucketLost } from './bucket-shards';
import { BucketFault, ForeignBucket, type Bucket } from './buckets/bucket';
import { pathExists } from '../../server/durable-files';
import { FolderBucket, prepareFolderBucket } from './buckets/folder-bucket';
import { S3Bucket } from './buckets/s3-bucket';
import type {
	BucketSettings,
	FolderBucketSettings,
	S3BucketSettings,
	StorageSettings,
} from './buckets/settings';

export interface StorageLog {
	info(details: object, message: string): void;
	warn(details: object, message: string): void;
	error(details: object, message: string): void;
}

export interface BucketParts {
	readonly database: Database;
	readonly dataFolder: string;
	readonly clock: Clock;
	readonly log: StorageLog;
	readonly session: ProcessSession;
}

/** The local bucket where shards wait for buckets that are down. */
export const outboxName = 'outbox';

export async function openBuckets(
	parts: BucketParts,
	settings: StorageSettings,
): Promise<readonly Bucket[]> {
	const buckets: Bucket[] = [];
	for (const bucket of settings.buckets) {
		buckets.push(
			bucket.kind === 'folder'
				? await openFolderBucket(parts, bucket)
				: await openS3Bucket(parts, bucket, settings),
		);
	}
	return buckets;
}

export function openOutbox(parts: BucketParts): Promise<FolderBucket> {
	return openFolderBucket(parts, outboxSettings(parts.dataFolder));
}

/** What storage keeps on this machine besides its buckets. */
export function storageFolder(dataFolder: string): string {
	return path.join(dataFolder, 'storage');
}

export function outboxFolder(dataFolder: string): string {
	return path.join(storageFolder(dataFolder), outboxName);
}

/**
 * The store's id, the same for all processes on the database: the identity of the outbox, which
 * exists since the first start, so that an old restored database still knows its buckets.
 */
export async function storeIdOf(parts: BucketParts): Promise<string> {
	const known = await knownIdentity(parts.database, outboxName);
	return known ?? takeIn(parts, outboxName, outboxFolder(parts.dataFolder));
}

/** Opens buckets and outbox for reading only. Fails if nothing was ever stored. */
export async function openBucketsToRead(
	{ database, dataFolder, log }: Pick<BucketParts, 'database' | 'dataFolder' | 'log'>,
	settings: StorageSettings,
): Promise<{
	readonly buckets: readonly Bucket[];
	readonly outbox: Bucket;
	readonly storeId: string;
}> {
	const storeId = await knownIdentity(database, outboxName);
	if (storeId === undefined) throw new Error('storage: nothing was ever stored here');
	const open = async (bucket: BucketSettings): Promise<Bucket> => {
		if (bucket.kind === 's3') {
			const s3 = await openS3(bucket, { database, dataFolder, storeId, ...settings });
			await tolerateDown(log, s3, () => s3.recognise({ mayTakeIn: false }));
			return s3;
		}
		const identity = (await knownIdentity(database, bucket.name)) ?? '';
		const folder = path.resolve(dataFolder, bucket.folder);
		const place = new FolderBucket({ name: bucket.name, folder, identity, processId: '' });
		await tolerateDown(log, place, () => place.check());
		return place;
	};
	const buckets: Bucket[] = [];
	for (const bucket of settings.buckets) buckets.push(await open(bucket));
	return { buckets, outbox: await open(outboxSettings(dataFolder)), storeId };
}

function outboxSettings(dataFolder: string): FolderBucketSettings {
	return { kind: 'folder', name: outboxName, folder: outboxFolder(dataFolder) };
}

/** An S3 bucket spools uploads in a local folder, which is cleared at start. */
async function openS3Bucket(
	parts: BucketParts,
	bucket: S3BucketSettings,
	settings: StorageSettings,
): Promise<Bucket> {
	const { database, dataFolder, log } = parts;
	const spoolFolder = spoolFolderOf(dataFolder, bucket);
	await fs.rm(spoolFolder, { recursive: true, force: true });
	await fs.mkdir(spoolFolder, { recursive: true, mode: 0o700 });
	const storeId = await storeIdOf(parts);
	const s3 = await openS3(bucket, { database, dataFolder, storeId, ...settings });
	await tolerateDown(log, s3, () => s3.check());
	return s3;
}

function spoolFolderOf(dataFolder: string, { name }: S3BucketSettings): string {
	return path.join(dataFolder, 'storage', 'spool', name);
}

function openS3(
	settings: S3BucketSettings,
	store: Pick<BucketParts, 'database' | 'dataFolder'> &
		Pick<StorageSettings, 'timeoutMs'> & { readonly storeId: string },
): Promise<S3Bucket> {
	const { database, dataFolder, storeId, timeoutMs } = store;
	return S3Bucket.open({
		settings,
		timeoutMs: settings.timeoutMs ?? timeoutMs,
		spoolFolder: spoolFolderOf(dataFolder, settings),
		marker: JSON.stringify({ store: storeId, bucket: settings.name }),
		holdsKnown: async (bucket) =>
			holdsOneOf(bucket, await knownShards(database, bucket.name, 'newest')),
	});
}

/**
 * Runs the first check of a bucket: one that does not answer counts as down; one of another store
 * is refused, because it is hardly the one that was meant.
 */
async function tolerateDown(
	log: StorageLog,
	bucket: Bucket,
	step: () => Promise<void>,
): Promise<void> {
	try {
		await step();
	} catch (error) {
		if (error instanceof ForeignBucket) {
			throw new Error(
				`storage: ${error.message}; name another folder, another S3 bucket or an unused 'prefix' in it in buckets.json, or put back what was there`,
			);
		}
		if (!(error instanceof BucketFault)) throw error;
		log.warn({ bucket: bucket.name, reason: error.message }, 'the bucket is down');
	}
}

async function openFolderBucket(
	parts: BucketParts,
	{ name, folder }: FolderBucketSettings,
): Promise<FolderBucket> {
	const place = path.resolve(parts.dataFolder, folder);
	const known = await knownIdentity(parts.database, name);
	const identity = known ?? (await takeIn(parts, name, place));
	if (!(await pathExists(place))) {
		if (known !== undefined) await assertAlone(parts, { name, place });
		parts.log.info({ bucket: name }, 'the folder of the bucket is made');
		await markBucketLost(parts.database, name);
	}
	// A folder that should hold shards but has no marker is left alone: its disk may be unmounted.
	if (!(await holdsShards(parts, name))) await prepareFolderBucket(place, identity);
	const { processId } = parts.session;
	const bucket = new FolderBucket({ name, folder: place, identity, processId });
	await tolerateDown(parts.log, bucket, async () => {
		await bucket.check();
		await bucket.clearDrafts((other) => parts.session.isAlive(other));
	});
	return bucket;
}

/**
 * An absent folder is made again only if this is the only process. With other processes it is
 * probably a wrong path, and their shards would count as lost.
 */
async function assertAlone(
	{ session }: BucketParts,
	{ name, place }: { readonly name: string; readonly place: string },
): Promise<void> {
	if (name === outboxName || (await session.countOthers()) === 0) return;
	throw new Error(
		`storage: ${name} is not in ${place}; processes on one database share their buckets: name the same folders or S3 buckets in every buckets.json`,
	);
}

async function knownIdentity(database: Database, name: string): Promise<string | undefined> {
	const row = await database
		.selectFrom('storage_buckets')
		.select('identity')
		.where('name', '=', name)
		.executeTakeFirst();
	return row?.identity;
}

/** Registers a new bucket; its folder must be empty. */
async function takeIn(parts: BucketParts, name: string, folder: string): Promise<string> {
	if ((await pathExists(folder)) && (await fs.readdir(folder)).length > 0) {
		throw new Error(`storage: the folder ${folder} of new bucket ${name} is not empty`);
	}
	const identity = randomBytes(16).toString('hex');
	await parts.database
		.insertInto('storage_buckets')
		.values({ name, identity, created_at: isoTime(parts.clock) })
		.execute();
	return identity;
}

async function holdsShards(parts: BucketParts, bucket: string): Promise<boolean> {
	const shard = await parts.database
		.selectFrom('storage_shards')
		.select('object_id')
		.where('bucket', '=', bucket)
		.where('state', '=', 'STORED')
		.limit(1)
		.executeTakeFirst();
	return shard !== undefined;
}
