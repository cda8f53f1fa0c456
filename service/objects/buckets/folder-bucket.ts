/**
 * A bucket in a local folder. It is created once, with a marker that distinguishes it from an empty mount
 * point and from another store's folder. While the service runs, a folder that disappears counts as down
 * and is never created again automatically. A folder that is empty was emptied if it is on the same mount
 * point as before; otherwise its disk is not mounted.
 *
 *   bucket.json        the marker         drafts/<process>.<key>  shards being written
 *                                         shards/<xx>/<key>      shards, by the end of the id
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import {
	BucketFault,
	ForeignBucket,
	type Bucket,
	type ShardDraft,
	type ShardReader,
} from './bucket';
import { FileDraft, guardFiles, readAt } from './file-draft';
import {
	isAbsent,
	pathExists,
	replaceFile,
	syncFolder,
	systemCode,
	tryFolder,
} from '../../../server/durable-files';
import { parseShardKey } from '../code/layout';

export interface FolderBucketOptions {
	readonly name: string;
	readonly folder: string;
	/** Id in the names of drafts, because several processes may share the folder. */
	readonly processId: string;
	/** Identity in the marker, made when the bucket was registered. */
	readonly identity: string;
}

const markerName = 'bucket.json';
const parts = [markerName, 'drafts', 'shards'];
/** Names that a new disk may contain. */
const ignored = ['lost+found'];

function marker(identity: string): string {
	return JSON.stringify({ identity });
}

/**
 * Makes the folder's missing parts, the marker last, so that a folder with a marker is complete.
 * An existing marker stays.
 */
export async function prepareFolderBucket(folder: string, identity: string): Promise<void> {
	const made = await fs.mkdir(path.join(folder, 'drafts'), { recursive: true, mode: 0o700 });
	await fs.mkdir(path.join(folder, 'shards'), { recursive: true, mode: 0o700 });
	const markerFile = path.join(folder, markerName);
	if (!(await pathExists(markerFile))) await replaceFile(markerFile, marker(identity));
	await syncAbove(folder, made ?? folder);
}

/** Syncs the directory entries of all folders from `topmost` down to `folder`. */
async function syncAbove(folder: string, topmost: string): Promise<void> {
	await syncFolder(path.dirname(folder));
	if (folder.length > topmost.length) await syncAbove(path.dirname(folder), topmost);
}

export class FolderBucket implements Bucket {
	readonly name: string;
	readonly host: string;
	readonly region = 'local';
	private readonly folder: string;
	private readonly identity: string;
	private readonly processId: string;
	/** Mount point when the bucket was first seen complete. */
	private mountPoint: string | undefined;

	constructor({ name, folder, identity, processId }: FolderBucketOptions) {
		this.name = name;
		this.host = name;
		this.folder = folder;
		this.identity = identity;
		this.processId = processId;
	}

	check(): Promise<void> {
		return this.guard(async () => {
			const found = await fs.readFile(path.join(this.folder, markerName), 'utf8');
			if (found !== marker(this.identity)) {
				throw new ForeignBucket(
					this.name,
					`its folder holds another bucket, ${found.slice(0, 200)}`,
				);
			}
			this.mountPoint ??= await mountPointOf(this.folder);
		});
	}

	async tryOut(): Promise<void> {
		await this.check();
		await this.guard(() => tryFolder(path.join(this.folder, 'drafts')));
	}

	async draft(key: string): Promise<ShardDraft> {
		await this.check();
		return FileDraft.open({
			bucket: this.name,
			file: this.draftPath(key),
			publish: async (handle) => {
				await handle.sync();
				await this.adopt(key);
			},
		});
	}

	async open(key: string): Promise<ShardReader> {
		const handle = await fs.open(this.shardPath(key), 'r').catch((error: unknown) => {
			return this.explain(error);
		});
		const { size } = await this.guard(() => handle.stat());
		return {
			sizeBytes: size,
			read: (at, lengthBytes) => this.guard(() => readAt(handle, at, lengthBytes)),
			close: () => handle.close(),
		};
	}

	remove(key: string): Promise<void> {
		return this.guard(async () => {
			await this.check();
			await fs.rm(this.shardPath(key), { force: true });
		});
	}

	async *keys(): AsyncIterable<string> {
		const shards = path.join(this.folder, 'shards');
		for (const group of await this.guard(() => fs.readdir(shards))) {
			yield* await this.guard(() => fs.readdir(path.join(shards, group)));
		}
	}

	isEmptied(): Promise<boolean> {
		return this.guard(async () => {
			const names = await fs.readdir(this.folder);
			if (names.includes(markerName)) await this.check();
			else if (!(await this.isInPlace()) || names.some(isForeign)) return false;
			return !names.includes('shards') || !(await this.holdsShards());
		});
	}

	async prepare(): Promise<void> {
		await this.guard(async () => {
			const names = await fs.readdir(this.folder);
			if (parts.every((part) => names.includes(part))) return;
			await prepareFolderBucket(this.folder, this.identity);
		});
	}

	/** False while its disk is unmounted and only the mount point is left. */
	private async isInPlace(): Promise<boolean> {
		return this.mountPoint !== undefined && this.mountPoint === (await mountPointOf(this.folder));
	}

	private async holdsShards(): Promise<boolean> {
		const first = await this.keys()[Symbol.asyncIterator]().next();
		return first.done !== true;
	}

	/** Removes drafts of dead processes, and nothing that is not named as a draft. */
	async clearDrafts(isAlive: (processId: string) => Promise<boolean>): Promise<void> {
		const drafts = path.join(this.folder, 'drafts');
		for (const name of await this.guard(() => fs.readdir(drafts))) {
			const processId = writerOf(name);
			if (processId === undefined || (await isAlive(processId))) continue;
			await this.guard(() => fs.rm(path.join(drafts, name), { force: true }));
		}
	}

	/** Renames a finished draft into place, durably. */
	private async adopt(key: string): Promise<void> {
		const target = this.shardPath(key);
		await fs.rename(this.draftPath(key), target).catch(async (error: unknown) => {
			if (!isAbsent(error)) throw error;
			await fs.mkdir(path.dirname(target)).catch((fault: unknown) => {
				if (systemCode(fault) !== 'EEXIST') throw fault;
			});
			await syncFolder(path.join(this.folder, 'shards'));
			await fs.rename(this.draftPath(key), target);
		});
		await syncFolder(path.dirname(target));
	}

	private draftPath(key: string): string {
		return path.join(this.folder, 'drafts', `${this.processId}.${key}`);
	}

	close(): Promise<void> {
		return Promise.resolve();
	}

	private guard<Value>(step: () => Promise<Value>): Promise<Value> {
		return guardFiles(this.name, step);
	}

	/** An absent file means `missing` only if the bucket itself is there. */
	private async explain(error: unknown): Promise<never> {
		if (!isAbsent(error)) return this.guard(() => Promise.reject(error));
		await this.check();
		throw new BucketFault(this.name, 'missing', 'the shard is not there', error);
	}

	private shardPath(key: string): string {
		return shardFile(this.folder, key);
	}
}

/** The process that a draft is named after; undefined for any other file. */
function writerOf(name: string): string | undefined {
	const dot = name.indexOf('.');
	const isDraft = dot > 0 && parseShardKey(name.slice(dot + 1)) !== undefined;
	return isDraft ? name.slice(0, dot) : undefined;
}

function isForeign(name: string): boolean {
	return !parts.includes(name) && !ignored.includes(name);
}

/** The mount point of a folder's file system. */
async function mountPointOf(folder: string): Promise<string> {
	const place = await fs.realpath(folder);
	const above = path.dirname(place);
	const [own, next] = [await fs.stat(place), await fs.stat(above)];
	return place === above || own.dev !== next.dev ? place : mountPointOf(above);
}

export function shardFile(folder: string, key: string): string {
	const parsed = parseShardKey(key);
	if (parsed === undefined) throw new Error(`${key} is no key of a shard`);
	return path.join(folder, 'shards', parsed.objectId.slice(-2), key);
}
