/** Reads archived commands for a lane that has to start before its snapshots. */
import type { Database } from '../../database/database';
import type { LoggedCommand } from '../../trading/lane/lane-state';
import { readCommand } from '../../trading/lane/command-text';
import { knownSegments, type Archive } from './history';
import type { SegmentRow } from './segment';

/** Returns the commands after `after` of the first segment that has any; empty if there is none. */
export async function archivedCommands(
	{ database, archive }: { readonly database: Database; readonly archive: Archive },
	market: string,
	after: number,
): Promise<readonly LoggedCommand[]> {
	const [known] = await knownSegments(database, market, after + 1);
	if (known === undefined) return [];
	const segment = await archive.read(known);
	const found: LoggedCommand[] = [];
	for (const row of segment.rows('commands')) {
		if (Number(row.sequence) > after) found.push(loggedCommand(row));
	}
	return found;
}

export function loggedCommand(row: SegmentRow<'commands'>): LoggedCommand {
	return {
		sequence: Number(row.sequence),
		acceptedAt: Number(row.accepted_at),
		command: readCommand(row.body),
	};
}
