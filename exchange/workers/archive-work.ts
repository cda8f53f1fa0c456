/** What workers do with the archive: move history there, and read commands from there. */
import { newId } from '../../server/clock';
import { Archiving, type ArchivingParts } from '../history/archive/archiving';
import { archivedCommands } from '../history/archive/commands';
import type { OpenedArchive } from '../history/archive/open';
import type { LaneParts } from '../trading/lane/lane';

type Parts = Omit<ArchivingParts, 'afterMs' | 'newId' | 'store'> & {
	readonly archive: OpenedArchive | undefined;
};

/** Absent where history stays in the database. */
export function archivingOf({ archive, ...parts }: Parts): Archiving | undefined {
	if (archive?.afterMs === undefined) return undefined;
	const { store, afterMs } = archive;
	return new Archiving({ ...parts, store, afterMs, newId: () => newId(parts.clock) });
}

/** For a lane without a snapshot that is whole. */
export function archivedOf({ database, archive: opened }: Parts): LaneParts['archived'] {
	if (opened === undefined) return undefined;
	const { archive } = opened;
	return (market, after) => archivedCommands({ database, archive }, market, after);
}
