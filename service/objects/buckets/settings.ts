/**
 * Settings of storage: code, buckets and timeouts. The defaults need only the data folder; other
 * buckets are read from `buckets.json` in it, or given from outside in the same form.
 */
import fs from 'node:fs';
import path from 'node:path';
import { assertPrivate } from '../../../server/private-files';
import type { Scheme } from '../code/layout';
import { configurationFault } from '../code/placement';

export interface FolderBucketSettings {
	readonly kind: 'folder';
	readonly name: string;
	/** Relative to the data folder, or absolute. */
	readonly folder: string;
}

export interface S3BucketSettings {
	readonly kind: 's3';
	readonly name: string;
	/** Address of the server, such as `https://s3.example.org`. */
	readonly endpoint: string;
	readonly region: string;
	/** The bucket on that server; it must exist. */
	readonly bucket: string;
	/** Put before every key; may be empty. */
	readonly prefix: string;
	readonly accessKeyId: string;
	readonly secretAccessKey: string;
	/** Timeout for this server, if different. */
	readonly timeoutMs?: number;
}

export type BucketSettings = FolderBucketSettings | S3BucketSettings;

export interface StorageSettings {
	readonly scheme: Scheme;
	readonly buckets: readonly BucketSettings[];
	/** Timeout of one step of a bucket. */
	readonly timeoutMs: number;
	/** Timeout of a health check. */
	readonly healthTimeoutMs: number;
	/** Time after which a read asks another bucket besides a slow one. */
	readonly hedgeMs: number;
	/** Interval of mending and of looking for emptied buckets. */
	readonly mendEveryMs: number;
	/** Pause between the end of a scrub and the next. */
	readonly scrubEveryMs: number;
}

const hourMs = 3_600_000;

export const defaultSettings: StorageSettings = {
	scheme: { dataShards: 6, parityShards: 2, blockSizeBytes: 128 * 1024 },
	buckets: Array.from({ length: 8 }, (_, index) => ({
		kind: 'folder',
		name: `bucket-${index + 1}`,
		folder: `buckets/bucket-${index + 1}`,
	})),
	timeoutMs: 10_000,
	healthTimeoutMs: 2_000,
	hedgeMs: 500,
	mendEveryMs: 10_000,
	scrubEveryMs: 7 * 24 * hourMs,
};

/** Throws if these settings cannot guarantee that three quarters of the buckets suffice. */
export function assertSound(settings: StorageSettings): void {
	const fault = configurationFault(settings.scheme, settings.buckets.length);
	if (fault !== undefined) throw new Error(`storage: ${fault}`);
	const names = settings.buckets.map(({ name }) => name);
	const unfit = names.find((name) => !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name) || name === 'outbox');
	if (unfit !== undefined) {
		throw new Error(`storage: '${unfit}' is no name for a bucket: use a-z, 0-9 and -`);
	}
	const repeated = names.find((name, index) => names.indexOf(name) !== index);
	if (repeated !== undefined) throw new Error(`storage: two buckets are named ${repeated}`);
}

const fileName = 'buckets.json';

export interface BucketsPlace {
	readonly dataFolder: string;
	/** The content of the file if it is given from outside. */
	readonly bucketSettings?: string | undefined;
}

type Entries = Readonly<Record<string, unknown>>;

function entries(value: unknown, what: string): Entries {
	if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
		return Object.fromEntries(Object.entries(value));
	}
	throw new Error(`storage: ${what} must be an object`);
}

function textOf(bucket: Entries, key: string, place: string): string {
	const value = bucket[key];
	if (typeof value === 'string' && value !== '') return value;
	throw new Error(`storage: '${key}' of ${place} in ${fileName} must be a text`);
}

function wholeNumber(file: Entries, key: keyof Scheme): number {
	const value = file[key] ?? defaultSettings.scheme[key];
	if (Number.isInteger(value)) return Number(value);
	throw new Error(`storage: '${key}' in ${fileName} must be a whole number`);
}

function bucketOf(value: unknown, index: number): BucketSettings {
	const place = `bucket ${index + 1}`;
	const bucket = entries(value, `${place} in ${fileName}`);
	const name = textOf(bucket, 'name', place);
	if (bucket['kind'] === 'folder') {
		return { kind: 'folder', name, folder: textOf(bucket, 'folder', place) };
	}
	if (bucket['kind'] !== 's3') {
		throw new Error(`storage: 'kind' of ${place} in ${fileName} must be 'folder' or 's3'`);
	}
	const endpoint = textOf(bucket, 'endpoint', place);
	if (!URL.canParse(endpoint)) {
		throw new Error(`storage: 'endpoint' of ${place} in ${fileName} must be an address`);
	}
	return {
		kind: 's3',
		name,
		endpoint,
		region: textOf(bucket, 'region', place),
		bucket: textOf(bucket, 'bucket', place),
		prefix: bucket['prefix'] === undefined ? '' : textOf(bucket, 'prefix', place),
		accessKeyId: textOf(bucket, 'accessKeyId', place),
		secretAccessKey: textOf(bucket, 'secretAccessKey', place),
	};
}

function parse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		// The fault of the parser quotes the file, which may hold keys.
		throw new Error(`storage: ${fileName} is no JSON`);
	}
}

/**
 * Reads what is given, or `buckets.json`, or returns the defaults. Throws with the entry to
 * correct; a file with secrets must be readable by its owner only.
 */
export function readSettings({ dataFolder, bucketSettings }: BucketsPlace): StorageSettings {
	if (bucketSettings !== undefined) return settingsOf(bucketSettings);
	const file = path.join(dataFolder, fileName);
	if (!fs.existsSync(file)) return defaultSettings;
	const settings = settingsOf(fs.readFileSync(file, 'utf8'));
	if (settings.buckets.some(({ kind }) => kind === 's3')) assertPrivate(file);
	return settings;
}

function settingsOf(text: string): StorageSettings {
	const content = entries(parse(text), fileName);
	const list: unknown = content['buckets'];
	if (!Array.isArray(list)) throw new Error(`storage: 'buckets' in ${fileName} must be a list`);
	const buckets = list.map(bucketOf);
	const scheme = {
		dataShards: wholeNumber(content, 'dataShards'),
		parityShards: wholeNumber(content, 'parityShards'),
		blockSizeBytes: wholeNumber(content, 'blockSizeBytes'),
	};
	return { ...defaultSettings, scheme, buckets };
}
