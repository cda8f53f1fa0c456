/**
 * Takes in the configured buckets at start. A folder that was taken in before and is gone is made
 * again, and what it held is marked missing so that it is rebuilt; one that is there without its
 * marker looks like a disk that is not mounted and counts as down until it is right again.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs/promises';
import path from 'node:path';
import { isoTime, type Clock } from '../../server/clock';
import type { ProcessSession } from '../../server/database/process-session';
import type { Database } from '../database/database';
import { BucketFault, type Bucket } from './buckets/bucket';
import { pathExists } from './disk/durable-files';
import { FolderBucket, prepareFolderBucket } from './buckets/folder-bucket';
import { loseBucket } from './object-rows';
import { S3Bucket } from './buckets/s3-bucket';
import type { FolderBucketSettings, S3BucketSettings, StorageSettings } from './buckets/settings';

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

/** The local folder where shards wait for buckets that were down; it is a bucket of its own. */
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
				: await openS3Bucket(parts, bucket, settings.timeoutMs),
		);
	}
	return buckets;
}

export function openOutbox(parts: BucketParts): Promise<FolderBucket> {
	return openFolderBucket(parts, {
		kind: 'folder',
		name: outboxName,
		folder: outboxFolder(parts.dataFolder),
	});
}

export function outboxFolder(dataFolder: string): string {
	return path.join(dataFolder, 'storage', outboxName);
}

/** An S3 bucket keeps shards on their way in a spool, which starts empty. */
async function openS3Bucket(
	{ dataFolder }: BucketParts,
	settings: S3BucketSettings,
	timeoutMs: number,
): Promise<Bucket> {
	const spoolFolder = path.join(dataFolder, 'storage', 'spool', settings.name);
	await fs.rm(spoolFolder, { recursive: true, force: true });
	await fs.mkdir(spoolFolder, { recursive: true, mode: 0o700 });
	return S3Bucket.open({ settings, spoolFolder, timeoutMs });
}

async function openFolderBucket(
	parts: BucketParts,
	{ name, folder }: FolderBucketSettings,
): Promise<FolderBucket> {
	const place = path.resolve(parts.dataFolder, folder);
	const known = await knownIdentity(parts, name);
	const identity = known ?? (await takeIn(parts, name, place));
	if (!(await pathExists(place))) {
		if (known !== undefined) await assertAlone(parts, { name, place });
		parts.log.info({ bucket: name }, 'the folder of the bucket is made');
		await loseBucket(parts.database, name);
	}
	// A folder that ought to hold shards and lost its marker is left alone: its disk may be unmounted.
	if (!(await holdsShards(parts, name))) await prepareFolderBucket(place, identity);
	const { processId } = parts.session;
	const bucket = new FolderBucket({ name, folder: place, identity, processId });
	await clear(parts, bucket);
	return bucket;
}

/**
 * A folder that is not there is made anew when this process is the only one. Beside others it is
 * most likely another folder than theirs, and what they stored would count as lost.
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

async function knownIdentity(parts: BucketParts, name: string): Promise<string | undefined> {
	const row = await parts.database
		.selectFrom('storage_buckets')
		.select('identity')
		.where('name', '=', name)
		.executeTakeFirst();
	return row?.identity;
}

/** Notes a bucket met for the first time; its folder must not hold anything yet. */
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

async function clear(parts: BucketParts, bucket: FolderBucket): Promise<void> {
	try {
		await bucket.check();
		await bucket.clearDrafts((processId) => parts.session.isAlive(processId));
	} catch (error) {
		if (!(error instanceof BucketFault)) throw error;
		parts.log.warn({ bucket: bucket.name, reason: error.message }, 'the bucket is down');
	}
}
