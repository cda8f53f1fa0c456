/**
 * What the storage tests share: a store on a fresh data folder, bytes that are the same in every
 * run, and the places where shards lie on disk.
 */
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
	openDatabase,
	type Database,
	type DatabasePlace,
} from '../../../service/database/database';
import { soleSession } from '../../../server/database/process-session';
import { openObjectStore, type ObjectStore } from '../../../service/objects/object-store';
import { defaultSettings, type StorageSettings } from '../../../service/objects/buckets/settings';
import { putMigratedFile } from '../../support/servers/migrated-databases';
import { emptyDatabaseUrl } from '../../support/programs/service-place';

/** Small blocks, so that a few kilobytes make several stripes. */
export const smallSettings: StorageSettings = {
	...defaultSettings,
	scheme: { dataShards: 6, parityShards: 2, blockSizeBytes: 1024 },
};

/** Plain bytes of a full stripe of `smallSettings`. */
export const stripeBytes = 6 * 1024 - 16;

export interface LogLine {
	readonly level: 'info' | 'warn' | 'error';
	readonly details: object;
	readonly message: string;
}

export class StorageFolder {
	readonly path = fs.mkdtempSync(path.join(os.tmpdir(), 'storage-'));
	readonly lines: LogLine[] = [];
	private session = soleSession();
	private databaseUrl: Promise<string | undefined> | undefined;
	private opened: { readonly store: ObjectStore; readonly database: Database } | undefined;

	/** Where the store keeps what it keeps. */
	async place(): Promise<DatabasePlace> {
		this.databaseUrl ??= emptyDatabaseUrl();
		const place = { dataFolder: this.path, databaseUrl: await this.databaseUrl };
		await putMigratedFile('service', place);
		return place;
	}

	/** What a process or a command reads the place from. */
	async environment(): Promise<Readonly<Record<string, string>>> {
		const { databaseUrl = '' } = await this.place();
		return { SEALKEEPER_DATA: this.path, DATABASE_URL: databaseUrl };
	}

	/** Opens the store, as a service does at start; one at a time. */
	async open(settings: StorageSettings = smallSettings): Promise<ObjectStore> {
		const database = await openDatabase(await this.place());
		this.session = soleSession();
		const note = (level: LogLine['level']) => (details: object, message: string) => {
			this.lines.push({ level, details, message });
		};
		try {
			const store = await openObjectStore({
				database,
				dataFolder: this.path,
				session: this.session,
				clock: { now: () => Date.UTC(2026, 0, 1) },
				log: { info: note('info'), warn: note('warn'), error: note('error') },
				settings,
			});
			this.opened = { store, database };
			return store;
		} catch (error) {
			await database.destroy();
			throw error;
		}
	}

	get database(): Database {
		if (this.opened === undefined) throw new Error('the store is not open');
		return this.opened.database;
	}

	/** Ends the store as a service does when it is stopped. */
	async close(): Promise<void> {
		await this.opened?.store.close();
		await this.opened?.database.destroy();
		this.opened = undefined;
	}

	async remove(): Promise<void> {
		await this.close();
		fs.rmSync(this.path, { recursive: true, force: true });
	}

	/** What a bucket calls a shard on its way from the store that is open. */
	draftName(key: string): string {
		return `${this.session.processId}.${key}`;
	}

	bucket(index: number): string {
		return path.join(this.path, 'buckets', `bucket-${index + 1}`);
	}

	shardPath(objectId: string, shard: number): string {
		const key = `${objectId}.${String(shard).padStart(3, '0')}`;
		return path.join(this.bucket(shard), 'shards', objectId.slice(-2), key);
	}

	/** Every file below the buckets, the outbox and nowhere else, markers left out. */
	storedFiles(): string[] {
		return ['buckets', path.join('storage', 'outbox')]
			.flatMap((folder) => filesBelow(path.join(this.path, folder)))
			.filter((file) => path.basename(file) !== 'bucket.json');
	}
}

export function filesBelow(folder: string): string[] {
	if (!fs.existsSync(folder)) return [];
	return fs
		.readdirSync(folder, { withFileTypes: true, recursive: true })
		.filter((entry) => entry.isFile())
		.map((entry) => path.join(entry.parentPath, entry.name));
}

/** Bytes that look random and are the same for the same seed. */
export function bytesOf(sizeBytes: number, seed = 'file'): Buffer {
	const parts = Array.from({ length: Math.ceil(sizeBytes / 64) }, (_, index) =>
		createHash('sha512').update(`${seed} ${index}`).digest(),
	);
	return Buffer.concat(parts).subarray(0, sizeBytes);
}

/** The bytes as a stream in pieces that never fall together with stripes. */
export async function* inPieces(bytes: Buffer, pieceBytes = 1000): AsyncGenerator<Uint8Array> {
	for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

export async function collect(source: AsyncIterable<Uint8Array>): Promise<Buffer> {
	const parts: Uint8Array[] = [];
	for await (const part of source) parts.push(part);
	return Buffer.concat(parts);
}

/** Stores bytes the way a handler does; gives the id. */
export async function keep(store: ObjectStore, database: Database, bytes: Buffer): Promise<string> {
	const object = await store.stage(inPieces(bytes), 'owner');
	await object.makeDurable();
	await database.transaction().execute((transaction) => object.attach(transaction));
	await object.discard();
	return object.id;
}
