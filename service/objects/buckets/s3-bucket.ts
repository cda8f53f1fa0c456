/**
 * A bucket on an S3 server. A shard is first written to a local file, so that its length is known and an
 * interrupted upload cannot leave half a shard; the stored length is checked afterwards. Optional S3
 * checksums are left out, because some servers store or reject them; shards have their own.
 *
 * A marker object identifies the store that owns the bucket, because a bucket may have other contents:
 *
 *   the marker    under the prefix                          the bucket
 *   is ours       anything                                  is ours
 *   is another's  anything                                  is rejected
 *   is missing    nothing, or shards that the store knows   becomes ours: the marker is written
 *   is missing    anything else                             is rejected
 */
import fs from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import {
	BucketFault,
	ForeignBucket,
	type Bucket,
	type ShardDraft,
	type ShardReader,
} from './bucket';
import { FileDraft } from './file-draft';
import { ObjectRange, type ObjectBody } from './object-range';
import type { S3BucketSettings } from './settings';
import { parseShardKey } from '../code/layout';
import { inTrace, type SpanOf } from '../../../server/traces/spans';

type Sdk = typeof import('@aws-sdk/client-s3');

export interface S3BucketOptions {
	readonly settings: S3BucketSettings;
	/** A local folder for this bucket's uploads. */
	readonly spoolFolder: string;
	readonly timeoutMs: number;
	/** Content of the marker. */
	readonly marker: string;
	/** True if the bucket has shards that the database knows. */
	readonly holdsKnown: (bucket: Bucket) => Promise<boolean>;
}

/** Key of the marker, below the prefix. */
export const markerKey = 'sealkeeper-bucket.json';

/** Key of the object that is written to see whether the bucket takes any, below the prefix. */
const triedKey = 'sealkeeper-tried';
const triedForMs = 30_000;

const silent = {
	debug: () => undefined,
	info: () => undefined,
	warn: () => undefined,
	error: () => undefined,
};

export class S3Bucket implements Bucket {
	readonly name: string;
	readonly host: string;
	readonly region: string;
	private readonly client: S3Client;
	/** Set once ownership was verified; stays set. */
	private isOurs = false;
	/** Set once it was checked for other objects than its marker. */
	private wasLookedInto = false;
	private triedUntilMs = 0;

	private constructor(
		private readonly options: S3BucketOptions,
		private readonly sdk: Sdk,
	) {
		const { settings, timeoutMs } = options;
		this.name = settings.name;
		this.host = `${new URL(settings.endpoint).host}/${settings.bucket}`;
		this.region = settings.region;
		this.client = new sdk.S3Client({
			endpoint: settings.endpoint,
			region: settings.region,
			credentials: {
				accessKeyId: settings.accessKeyId,
				secretAccessKey: settings.secretAccessKey,
			},
			forcePathStyle: true,
			requestChecksumCalculation: 'WHEN_REQUIRED',
			responseChecksumValidation: 'WHEN_REQUIRED',
			maxAttempts: 2,
			// Errors are thrown anyway; the default logger would also print them.
			logger: silent,
			requestHandler: { connectionTimeout: timeoutMs, socketTimeout: timeoutMs },
		});
		this.client.middlewareStack.add(
			(next, { commandName }) =>
				(input) =>
					inTrace(commandOf(settings.bucket, commandName), () => next(input)),
			{ step: 'initialize' },
		);
	}

	/** Loads the SDK on demand: it is large, and most stores have only folders. */
	static async open(options: S3BucketOptions): Promise<S3Bucket> {
		return new S3Bucket(options, await import('@aws-sdk/client-s3'));
	}

	async check(): Promise<void> {
		await this.guard(() =>
			this.client.send(new this.sdk.HeadBucketCommand({ Bucket: this.bucket })),
		);
		await this.recognise({ mayTakeIn: true });
	}

	/** A success is remembered, because servers charge for each object written. */
	async tryOut(): Promise<void> {
		await this.check();
		if (performance.now() < this.triedUntilMs) return;
		const place = { Bucket: this.bucket, Key: this.objectKey(triedKey) };
		const { PutObjectCommand, GetObjectCommand, DeleteObjectCommand } = this.sdk;
		const content = this.options.marker;
		await this.guard(() => this.client.send(new PutObjectCommand({ ...place, Body: content })));
		const found = await this.guard(async () => {
			const { Body } = await this.client.send(new GetObjectCommand(place));
			return Body?.transformToString();
		});
		if (found !== content) {
			throw new BucketFault(this.name, 'unavailable', 'it loses what is written');
		}
		await this.guard(() => this.client.send(new DeleteObjectCommand(place)));
		this.triedUntilMs = performance.now() + triedForMs;
	}

	/** Throws a `ForeignBucket` unless the bucket is ours or, with `mayTakeIn`, can become ours. */
	async recognise({ mayTakeIn }: { readonly mayTakeIn: boolean }): Promise<void> {
		if (this.isOurs) return;
		const found = await this.readMarker();
		if (found === undefined) {
			if (!mayTakeIn) throw new ForeignBucket(this.name, 'it has no marker');
			await this.takeIn();
		} else if (found !== this.options.marker) {
			const clause = `it is marked as another store's, ${found.slice(0, 200)}`;
			throw new ForeignBucket(this.name, clause);
		}
		this.isOurs = true;
	}

	/** True without its marker or, checked once, with nothing but the marker. */
	async isEmptied(): Promise<boolean> {
		const found = await this.readMarker();
		if (found === undefined) return this.isOurs;
		if (found !== this.options.marker || this.wasLookedInto) return false;
		const keys = await this.firstKeys(2);
		this.wasLookedInto = true;
		return keys.every((key) => key === this.objectKey(markerKey));
	}

	prepare(): Promise<void> {
		return this.mark();
	}

	async draft(key: string): Promise<ShardDraft> {
		await this.check();
		const file = path.join(this.options.spoolFolder, key);
		return FileDraft.open({ bucket: this.name, file, publish: () => this.send(key, file) });
	}

	async open(key: string, cancel: AbortSignal): Promise<ShardReader> {
		const reader = new ObjectRange((at) => this.fetch({ key, at, cancel }));
		await reader.begin();
		return reader;
	}

	async remove(key: string): Promise<void> {
		await this.recognise({ mayTakeIn: false });
		const place = { Bucket: this.bucket, Key: this.objectKey(key) };
		await this.guard(() => this.client.send(new this.sdk.DeleteObjectCommand(place)));
	}

	async *keys(): AsyncIterable<string> {
		const prefix = this.options.settings.prefix;
		let token: string | undefined;
		do {
			const page = await this.guard(() =>
				this.client.send(
					new this.sdk.ListObjectsV2Command({
						Bucket: this.bucket,
						Prefix: prefix,
						ContinuationToken: token,
					}),
				),
			);
			const keys = (page.Contents ?? []).map(({ Key = '' }) => Key.slice(prefix.length));
			yield* keys.filter((key) => parseShardKey(key) !== undefined);
			token = page.NextContinuationToken;
		} while (token !== undefined);
	}

	close(): Promise<void> {
		this.client.destroy();
		return Promise.resolve();
	}

	/** Undefined if there is none. */
	private async readMarker(): Promise<string | undefined> {
		const get = new this.sdk.GetObjectCommand({
			Bucket: this.bucket,
			Key: this.objectKey(markerKey),
		});
		try {
			return await this.guard(async () => (await this.client.send(get)).Body?.transformToString());
		} catch (error) {
			if (error instanceof BucketFault && error.reason === 'missing') return undefined;
			throw error;
		}
	}

	private async takeIn(): Promise<void> {
		const isEmpty = (await this.firstKeys(1)).length === 0;
		if (!isEmpty && !(await this.options.holdsKnown(this))) {
			throw new ForeignBucket(this.name, 'it holds what is not of this store, and has no marker');
		}
		await this.mark();
	}

	private async firstKeys(count: number): Promise<readonly string[]> {
		const { prefix } = this.options.settings;
		const list = { Bucket: this.bucket, Prefix: prefix, MaxKeys: count };
		const page = await this.guard(() => this.client.send(new this.sdk.ListObjectsV2Command(list)));
		return (page.Contents ?? []).map(({ Key = '' }) => Key);
	}

	private async mark(): Promise<void> {
		const place = { Bucket: this.bucket, Key: this.objectKey(markerKey) };
		const put = new this.sdk.PutObjectCommand({ ...place, Body: this.options.marker });
		await this.guard(() => this.client.send(put));
	}

	/** Uploads the spooled shard, compares the stored length, and deletes the spool file. */
	private async send(key: string, file: string): Promise<void> {
		const { size } = await fs.promises.stat(file);
		const place = { Bucket: this.bucket, Key: this.objectKey(key) };
		const body = fs.createReadStream(file);
		try {
			const put = new this.sdk.PutObjectCommand({ ...place, Body: body, ContentLength: size });
			await this.guard(() => this.client.send(put));
		} finally {
			body.destroy();
		}
		const stored = await this.guard(() => this.client.send(new this.sdk.HeadObjectCommand(place)));
		if (stored.ContentLength !== size) {
			const clause = `it stored ${stored.ContentLength} bytes of the ${size} that were sent`;
			throw new BucketFault(this.name, 'unavailable', clause);
		}
		await fs.promises.rm(file);
	}

	/** Streams the bytes of a shard from `at`. */
	private async fetch({
		key,
		at,
		cancel,
	}: {
		readonly key: string;
		readonly at: number;
		readonly cancel: AbortSignal;
	}): Promise<ObjectBody> {
		const reply = await this.guard(() =>
			this.client.send(
				new this.sdk.GetObjectCommand({
					Bucket: this.bucket,
					Key: this.objectKey(key),
					Range: at === 0 ? undefined : `bytes=${at}-`,
				}),
				{ abortSignal: cancel },
			),
		);
		if (reply.Body === undefined || reply.ContentLength === undefined) {
			throw new BucketFault(this.name, 'unavailable', 'it answers without the shard');
		}
		return {
			stream: reply.Body as Readable,
			lengthBytes: reply.ContentLength,
			broken: (error) => this.fault(error),
		};
	}

	private get bucket(): string {
		return this.options.settings.bucket;
	}

	private objectKey(key: string): string {
		return this.options.settings.prefix + key;
	}

	private async guard<Value>(step: () => Promise<Value>): Promise<Value> {
		try {
			return await step();
		} catch (error) {
			throw error instanceof BucketFault ? error : this.fault(error);
		}
	}

	private fault(error: unknown): BucketFault {
		if (error instanceof this.sdk.S3ServiceException) {
			const status = error.$metadata.httpStatusCode;
			if (error.name === 'NoSuchKey') {
				return new BucketFault(this.name, 'missing', 'the shard is not there', error);
			}
			const clause = `it answers ${status ?? 'without a status'} ${error.name}`;
			return new BucketFault(this.name, 'unavailable', clause, error);
		}
		const clause = `it cannot be reached (${networkCode(error)})`;
		return new BucketFault(this.name, 'unavailable', clause, error);
	}
}

function commandOf(bucket: string, command = 'call'): SpanOf {
	const attributes = () => ({ 'aws.s3.bucket': bucket });
	return { name: `S3 ${command}`, kind: 'CLIENT', attributes };
}

/** The code of a network error, such as ECONNREFUSED, or its kind. */
function networkCode(error: unknown): string {
	if (typeof error !== 'object' || error === null) return String(error);
	if ('code' in error && typeof error.code === 'string') return error.code;
	return 'name' in error ? String(error.name) : 'unknown';
}
