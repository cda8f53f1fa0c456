/** Commands of the log that are in the archive, for a lane that must begin before its snapshots. */
import type { Database } from '../../database/database';
import type { LoggedCommand } from '../../trading/lane/lane-state';
import { knownSegments, type Archive } from './history';
import { loggedCommand } from './replay-rows';

/** Those of one segment behind a place; none where the archive does not reach there. */
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
