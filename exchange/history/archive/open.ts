/**
 * Opens the archive that the settings name. New segments go to one store; segments of both are
 * read.
 */
import { dayMs } from '../../../server/clock';
import fs from 'node:fs';
import { assertPrivate } from '../../../server/private-files';
import { Archive } from './history';
import { storageStore } from './storage-store';
import { folderStore, type SegmentStore } from './store';

export interface ArchiveSettings {
	/** 0: never. */
	readonly archiveAfterDays: number;
	/** Undefined: no folder is set. */
	readonly archiveFolder: string | undefined;
	readonly archiveStorageUrl: string | undefined;
	readonly archiveStorageKeyFile: string | undefined;
}

export interface OpenedArchive {
	readonly store: SegmentStore;
	readonly archive: Archive;
	/** Age at which history is archived by itself; undefined: never. */
	readonly afterMs: number | undefined;
}

/** Returns undefined if no archive is set. */
export function openArchive(settings: ArchiveSettings): OpenedArchive | undefined {
	const { archiveFolder: folder, archiveAfterDays: days } = settings;
	const local = folder === undefined ? undefined : folderStore(folder);
	const remote = storageOf(settings);
	const written = remote ?? local;
	if (written === undefined) return undefined;
	const store: SegmentStore = {
		write: (name, bytes) => written.write(name, bytes),
		read(place) {
			const found = place.startsWith(remotePrefix) ? remote : local;
			if (found !== undefined) return found.read(place);
			return Promise.reject(new Error('the settings do not name that archive any more'));
		},
	};
	const afterMs = days === 0 ? undefined : days * dayMs;
	return { store, archive: new Archive(store), afterMs };
}

/** Marks a segment that lies in the storage product. */
const remotePrefix = 'storage:';

function storageOf(settings: ArchiveSettings): SegmentStore | undefined {
	const { archiveStorageUrl: url, archiveStorageKeyFile: file } = settings;
	if (url === undefined || file === undefined) return undefined;
	const key = fs.readFileSync(file, 'utf8').trim();
	assertPrivate(file);
	const storage = storageStore({ url, key });
	return {
		write: async (name, bytes) => remotePrefix + (await storage.write(name, bytes)),
		read: (place) => storage.read(place.slice(remotePrefix.length)),
	};
}
