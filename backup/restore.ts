/**
 * Restores a copy to the places set in the environment, all of which must be empty. Buckets come
 * first and the service's database last, so that the service does not start after an interrupted
 * restore: its buckets are not empty and no database knows them.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Client, escapeIdentifier } from 'pg';
import { restoreDump } from '../server/database/postgres-dump';
import { assertRows } from '../server/database/snapshot';
import { checkSqlite } from '../server/database/sqlite-snapshot';
import { pathExists, replaceFile, syncFolder } from '../server/durable-files';
import { checkpointFile, noneKept } from '../service/log/kept-checkpoint';
import { readSettings } from '../service/objects/buckets/settings';
import { copyFile, copyFolder, isFree } from './copying';
import {
	databaseName,
	openSnapshot,
	partNames,
	settlementName,
	type Installation,
	type Part,
} from './installation';
import { readManifest, type Manifest, type PartManifest } from './manifest';
import { bucketPlaces, type BucketPlace } from './shards';

interface PartToRestore {
	readonly part: Part;
	readonly content: PartManifest;
	/** Folder in the copy. */
	readonly folder: string;
}

export interface Restored extends Manifest {
	/**
	 * Shards missing from the copy since it was made; files remain readable if only a few are
	 * missing.
	 */
	readonly lostSince: number;
}

/** Returns the manifest of what was restored. */
export async function restoreBackup(installation: Installation, copy: string): Promise<Restored> {
	const manifest = await readManifest(copy);
	const parts = partNames.flatMap((name): readonly PartToRestore[] => {
		const content = manifest.parts[name];
		const folder = path.join(copy, name);
		return content === undefined ? [] : [{ part: installation[name], content, folder }];
	});
	const buckets = bucketsOf(installation, manifest, copy);
	for (const each of parts) await assertFree(each);
	for (const { folder } of buckets) await assertEmpty(folder);
	const shards = await restoreBuckets(copy, buckets);
	for (const each of parts) await restoreOthers(each);
	await placeSettlement(installation);
	await beginCheckpoints(installation);
	for (const each of parts.toReversed()) await restoreDatabase(each);
	return { ...manifest, lostSince: (manifest.objects?.files ?? 0) - shards };
}

/** Returns the number of shards. */
async function restoreBuckets(copy: string, buckets: readonly BucketPlace[]): Promise<number> {
	let shards = 0;
	for (const { folder, inCopy } of buckets) {
		const source = path.join(copy, inCopy);
		if (!(await pathExists(source))) continue;
		const { files } = await copyFolder(source, folder, () => false);
		// One of the files is the bucket's marker.
		shards += files - 1;
	}
	return shards;
}

/** Settings and keys come before databases, because they cannot be recreated. */
async function restoreOthers({ part, content, folder }: PartToRestore): Promise<void> {
	const database = path.join(folder, content.database);
	const { files, sizeBytes } = await copyFolder(
		folder,
		part.dataFolder,
		(file) => file === database,
	);
	const { others } = content;
	if (files === others.files && sizeBytes === others.sizeBytes) return;
	throw new Error(
		`${folder} holds ${files} files of ${sizeBytes} bytes beside the database, and held ${others.files} of ${others.sizeBytes}`,
	);
}

function bucketsOf(
	{ service, storage: { bucketSettings } }: Installation,
	{ objects }: Manifest,
	copy: string,
): readonly BucketPlace[] {
	if (objects === null) return [];
	return bucketPlaces(
		service.dataFolder,
		readSettings({ dataFolder: path.join(copy, 'service'), bucketSettings }),
	);
}

async function assertFree({ part, content }: PartToRestore): Promise<void> {
	if (databaseName(part) !== content.database) {
		const [copied, named] = content.database.endsWith('.dump')
			? ['PostgreSQL', 'none']
			: ['SQLite', 'one'];
		throw new Error(`the copy of ${part.name} is of ${copied}, and DATABASE_URL names ${named}`);
	}
	await assertEmpty(part.dataFolder);
	if (part.databaseUrl === undefined) return;
	const found = await openSnapshot(part);
	await found?.close();
	if (found !== undefined) {
		throw new Error(
			`the database of DATABASE_URL holds the ${part.name} already; name an empty one`,
		);
	}
}

async function assertEmpty(folder: string): Promise<void> {
	if (await isFree(folder)) return;
	throw new Error(`${folder} is not empty; move away what is in it, or name another folder`);
}

/** What was signed last is not in a copy: the service begins to keep it anew, which the file says. */
async function beginCheckpoints({ service }: Installation): Promise<void> {
	await replaceFile(path.join(service.dataFolder, checkpointFile), noneKept);
}

/** Moves the settlement settings, which a copy has in the exchange's folder, to their place. */
async function placeSettlement({ exchange, settlementFile }: Installation): Promise<void> {
	const copied = path.join(exchange.dataFolder, settlementName);
	if (copied === settlementFile || !(await pathExists(copied))) return;
	if (await pathExists(settlementFile)) throw new Error(`${settlementFile} is there already`);
	await copyFile(copied, settlementFile);
	await syncFolder(path.dirname(settlementFile));
	await fs.rm(copied);
}

/** The database is checked under a draft name, then renamed. */
async function restoreDatabase({ part, content, folder }: PartToRestore): Promise<void> {
	const source = path.join(folder, content.database);
	if (part.databaseUrl !== undefined) return restorePostgres(part, content, source);
	const file = path.join(part.dataFolder, content.database);
	const draft = `${file}.partial`;
	await copyFile(source, draft);
	checkSqlite(draft, content.rows);
	ageUploads(part, draft);
	await fs.rename(draft, file);
	await syncFolder(part.dataFolder);
}

async function restorePostgres(part: Part, content: PartManifest, source: string): Promise<void> {
	await restoreDump(source, part.databaseUrl ?? '');
	const restored = await openSnapshot(part);
	if (restored === undefined) throw new Error(`${source} held no tables of the ${part.name}`);
	try {
		await restored.begin();
		assertRows('the restored database', await restored.rowCounts(), content.rows);
	} finally {
		await restored.close();
	}
	await ageUploadsOnPostgres(part);
}

/**
 * Uploads in progress at the time of the copy may have been completed afterwards. They are marked
 * as old, so that the service treats them as abandoned: it deletes their rows and leaves their
 * shards, which may be in buckets that continued to be used.
 */
const uploadsAreOld = `update storage_objects set created_at = '${new Date(0).toISOString()}'
	where state = 'STAGED'`;

function ageUploads({ name }: Part, file: string): void {
	if (name !== 'service') return;
	const database = new DatabaseSync(file);
	try {
		database.exec(uploadsAreOld);
	} finally {
		database.close();
	}
}

async function ageUploadsOnPostgres({ name, schema, databaseUrl }: Part): Promise<void> {
	if (name !== 'service' || schema === undefined) return;
	const client = new Client(databaseUrl);
	await client.connect();
	try {
		await client.query(`set search_path = ${escapeIdentifier(schema)}; ${uploadsAreOld}`);
	} finally {
		await client.end();
	}
}
