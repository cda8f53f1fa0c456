/** The archive as the settings name it: what is written from now on goes to one place, all is read. */
import fs from 'node:fs';
import { assertPrivate } from '../../../server/private-files';
import { Archive } from './history';
import { storageStore } from './storage-store';
import { folderStore, type SegmentStore } from './store';

export interface ArchiveSettings {
	/** 0 for never. */
	readonly archiveAfterDays: number;
	/** Absent where no folder is set. */
	readonly archiveFolder: string | undefined;
	readonly archiveStorageUrl: string | undefined;
	readonly archiveStorageKeyFile: string | undefined;
}

export interface OpenedArchive {
	readonly store: SegmentStore;
	readonly archive: Archive;
	/** What was accepted as long ago as this moves by itself; absent for never. */
	readonly afterMs: number | undefined;
}

const dayMs = 86_400_000;

/** Undefined where no archive is set. */
export function openArchive(settings: ArchiveSettings): OpenedArchive | undefined {
	const { archiveFolder: folder, archiveAfterDays: days } = settings;
	const here = folder === undefined ? undefined : folderStore(folder);
	const away = storageOf(settings);
	const written = away ?? here;
	if (written === undefined) return undefined;
	const store: SegmentStore = {
		write: (name, bytes) => written.write(name, bytes),
		read(place) {
			const found = place.startsWith(awayPrefix) ? away : here;
			if (found !== undefined) return found.read(place);
			return Promise.reject(new Error('the settings do not name that archive any more'));
		},
	};
	const afterMs = days === 0 ? undefined : days * dayMs;
	return { store, archive: new Archive(store), afterMs };
}

/** Tells a place in the storage from one in the folder. */
const awayPrefix = 'storage:';

function storageOf(settings: ArchiveSettings): SegmentStore | undefined {
	const { archiveStorageUrl: url, archiveStorageKeyFile: file } = settings;
	if (url === undefined || file === undefined) return undefined;
	const key = fs.readFileSync(file, 'utf8').trim();
	assertPrivate(file);
	const storage = storageStore({ url, key });
	return {
		write: async (name, bytes) => awayPrefix + (await storage.write(name, bytes)),
		read: (place) => storage.read(place.slice(awayPrefix.length)),
	};
}
