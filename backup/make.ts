/**
 * Makes a copy of a running installation. Databases are copied first, both at one moment at which
 * the exchange does not write. An intent is SENDING in the exchange's database before its call leaves
 * for the service, and leaves that state only after the service has carried it out. So the two copies
 * are in the state a power cut of the machine would leave, and the restored programs recover as after
 * one. Files are copied second: what the copied database names was stored before and is never removed.
 *
 * Everything is written to a draft folder, which is renamed when the copy is complete and checked, so
 * that an incomplete copy is never mistaken for a complete one.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import { isoTime, type Clock } from '../server/clock';
import { beginTogether, type Snapshot } from '../server/database/snapshot';
import { pathExists, replaceFile, syncFolder, systemCode } from '../server/durable-files';
import { readKeyRing } from '../service/objects/keys/key-ring';
import { readSettings, type StorageSettings } from '../service/objects/buckets/settings';
import { lastBackupName } from '../service/sign-in/told-files';
import type { StoragePlace } from '../service/objects/object-store';
import { copyFile, copyFolder, isFree, isWithin } from './copying';
import {
	databaseName,
	openSnapshot,
	partNames,
	settlementName,
	type Installation,
	type Part,
	type PartName,
} from './installation';
import { writeManifest, type Manifest, type PartManifest } from './manifest';
import { bucketPlaces, bucketsElsewhere, copyShards, type CopiedShards } from './shards';

export interface BackupEdges {
	readonly clock: Clock;
	/** Monotonic time in milliseconds. */
	readonly nowMs: () => number;
}

type Snapshots = Readonly<Partial<Record<PartName, Snapshot>>>;

/** Makes the copy in a new or empty folder and returns its manifest. */
export async function makeBackup(
	installation: Installation,
	folder: string,
	edges: BackupEdges,
): Promise<Manifest> {
	await assertFits(installation, folder);
	const draft = `${folder}.partial`;
	await makeDraft(draft);
	try {
		const manifest = await copyInto(draft, installation, edges);
		await writeManifest(draft, manifest);
		await fs.rename(draft, folder);
		await syncFolder(path.dirname(folder));
		await noteBackup(installation.service.dataFolder, manifest.takenAt);
		return manifest;
	} catch (fault) {
		const reason = fault instanceof Error ? fault.message : String(fault);
		throw new Error(`no backup was made: ${reason}; remove ${draft}`, { cause: fault });
	}
}

const takesNoFiles = ['EROFS', 'EACCES', 'EPERM'];

/** For the console of the service. Where its data folder takes no files, the copy is whole all the same. */
async function noteBackup(dataFolder: string, takenAt: string): Promise<void> {
	try {
		await replaceFile(path.join(dataFolder, lastBackupName), JSON.stringify({ takenAt }));
	} catch (fault) {
		if (!takesNoFiles.includes(systemCode(fault) ?? '')) throw fault;
	}
}

async function assertFits(
	{ service, exchange, storage }: Installation,
	folder: string,
): Promise<void> {
	const settings = readSettings(storage);
	const buckets = bucketPlaces(service.dataFolder, settings).map((place) => place.folder);
	const within = [service.dataFolder, exchange.dataFolder, ...buckets].find((each) =>
		isWithin(folder, each),
	);
	if (within !== undefined) throw new Error(`${folder} lies in ${within}, which is to be copied`);
	if (!(await isFree(folder))) throw new Error(`${folder} is not empty; name a new folder`);
	const above = path.dirname(folder);
	if (!(await pathExists(above))) throw new Error(`there is no folder ${above}`);
	const isMount =
		(await pathExists(folder)) && (await deviceOf(folder)) !== (await deviceOf(above));
	if (isMount) throw new Error(`${folder} is a mounted disk; name a new folder on it`);
}

async function deviceOf(folder: string): Promise<number> {
	return (await fs.stat(folder)).dev;
}

async function makeDraft(draft: string): Promise<void> {
	if (await pathExists(draft)) {
		throw new Error(`${draft} is left of a backup that was not finished, or one is under way`);
	}
	await fs.mkdir(draft, { mode: 0o700 });
}

async function copyInto(
	draft: string,
	installation: Installation,
	edges: BackupEdges,
): Promise<Manifest> {
	const service = await openSnapshot(installation.service);
	const exchange = await openSnapshot(installation.exchange);
	const snapshots = { ...(service && { service }), ...(exchange && { exchange }) };
	try {
		for (const part of absentParts(installation, snapshots)) await assertAbsent(part);
		const [first, ...others] = [exchange, service].filter((each) => each !== undefined);
		if (first === undefined) {
			throw new Error(`there is nothing to copy in ${installation.service.dataFolder}`);
		}
		const takenAt = isoTime(edges.clock);
		const heldMs = await beginTogether(first, others, edges.nowMs);
		const writersWaitedMs = Math.round(heldMs * 1_000) / 1_000;
		return {
			format: 1,
			takenAt,
			writersWaitedMs,
			...(await copyAll(draft, installation, snapshots)),
		};
	} finally {
		await Promise.all([service?.close(), exchange?.close()]);
	}
}

function absentParts(installation: Installation, snapshots: Snapshots): readonly Part[] {
	return partNames
		.filter((name) => snapshots[name] === undefined)
		.map((name) => installation[name]);
}

/**
 * If a database file exists but DATABASE_URL holds no database of the part, the URL is wrong or
 * nothing was migrated yet; that must not count as absent.
 */
async function assertAbsent({ name, dataFolder, sqliteName, databaseUrl }: Part): Promise<void> {
	const file = path.join(dataFolder, sqliteName);
	if (databaseUrl === undefined || !(await pathExists(file))) return;
	throw new Error(`the database of DATABASE_URL does not hold the ${name}, and ${file} is there`);
}

async function copyAll(
	draft: string,
	installation: Installation,
	snapshots: Snapshots,
): Promise<Pick<Manifest, 'sizeBytes' | 'parts' | 'objects' | 'notCopied'>> {
	const parts: Partial<Record<PartName, PartManifest>> = {};
	const settings = readSettings(installation.storage);
	for (const name of partNames) {
		const snapshot = snapshots[name];
		if (snapshot === undefined) continue;
		parts[name] = await copyPart(draft, installation, { name, snapshot, settings });
	}
	const objects =
		snapshots.service === undefined
			? null
			: await copyObjects(draft, installation.storage, { snapshot: snapshots.service, settings });
	const sizes = Object.values(parts).map((part) => part.databaseSizeBytes + part.others.sizeBytes);
	const sizeBytes = [...sizes, objects?.sizeBytes ?? 0].reduce((sum, size) => sum + size, 0);
	return { sizeBytes, parts, objects, notCopied: notCopied(installation, settings, snapshots) };
}

async function copyPart(
	draft: string,
	installation: Installation,
	{ name, snapshot, settings }: { name: PartName; snapshot: Snapshot; settings: StorageSettings },
): Promise<PartManifest> {
	const part = installation[name];
	const target = path.join(draft, name);
	const buckets = bucketPlaces(installation.service.dataFolder, settings);
	const others = await copyFolder(part.dataFolder, target, (file) => {
		return isLeftOut(part, installation, file) || buckets.some(({ folder }) => folder === file);
	});
	const database = databaseName(part);
	const databaseSizeBytes = await snapshot.copyTo(path.join(target, database));
	const settlement = name === 'exchange' ? await copySettlement(installation, target) : 0;
	await syncFolder(target);
	return {
		database,
		databaseSizeBytes,
		rows: await snapshot.rowCounts(),
		others: {
			files: others.files + Math.sign(settlement),
			sizeBytes: others.sizeBytes + settlement,
		},
	};
}

/** Lock files mean that a process is running, which is never true of a copy. */
const isLock = /\.lock(-journal)?$/;

/**
 * The database is copied from its snapshot, and the exchange's folder may be inside the service's.
 */
function isLeftOut(part: Part, { exchange }: Installation, file: string): boolean {
	if (part.name === 'service' && file === exchange.dataFolder) return true;
	if (path.dirname(file) !== part.dataFolder) return false;
	const name = path.basename(file);
	return part.leftOut.has(name) || name.startsWith(part.sqliteName) || isLock.test(name);
}

/** Returns the size in bytes, 0 if there is no file. */
async function copySettlement({ settlementFile }: Installation, target: string): Promise<number> {
	if (!(await pathExists(settlementFile))) return 0;
	return copyFile(settlementFile, path.join(target, settlementName));
}

/** Throws unless the copy has the master key of every object. */
async function copyObjects(
	draft: string,
	{ dataFolder, masterKeys }: StoragePlace,
	{ snapshot, settings }: { readonly snapshot: Snapshot; readonly settings: StorageSettings },
): Promise<CopiedShards> {
	const ring = readKeyRing({ dataFolder: path.join(draft, 'service'), masterKeys });
	const query = 'select distinct master_key_id from storage_objects';
	for await (const { master_key_id: id } of snapshot.rows(query)) {
		if (ring?.keys.some((key) => key.id === id)) continue;
		throw new Error('the master key was changed meanwhile, or is not in the data folder');
	}
	return copyShards(snapshot, bucketPlaces(dataFolder, settings), draft);
}

const witnessKeyStays =
	'the key this witness cosigns with is not copied: what it has cosigned after this copy must not be forgotten, so what is restored is a new witness';

function notCopied(
	installation: Installation,
	settings: StorageSettings,
	snapshots: Snapshots,
): readonly string[] {
	const buckets = bucketsElsewhere(settings).map(
		(name) => `the bucket ${name} is not in a local folder; keep what it holds where it is`,
	);
	const secrets = installation.secretsElsewhere.map(
		(place) => `${place}; keep it where you keep that`,
	);
	const { archiveElsewhere: archive } = installation;
	const elsewhere =
		archive === undefined
			? []
			: [`the archive of the exchange goes to ${archive}; copy what it holds behind this copy`];
	const witness = installation.isWitness ? [witnessKeyStays] : [];
	const absent = absentParts(installation, snapshots).map(
		({ name, dataFolder }) => `there is no ${name} in ${dataFolder}`,
	);
	return [...absent, ...buckets, ...secrets, ...elsewhere, ...witness];
}
