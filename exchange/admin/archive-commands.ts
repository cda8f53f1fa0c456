/** The administrator's commands about the archive, and the proof of everything from the first command. */
import { command, found } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { readArchives } from '../history/archive/archives';
import { openArchive, type OpenedArchive } from '../history/archive/open';
import { verify } from '../history/archive/proof';
import { archiveNow } from '../operator/actions/archive-actions';
import { auditLedger } from '../history/reconciliation/audit';
import { readTime } from '../history/statements/statement';
import { acting, edges, reasonOption, withTools, type Tools } from './tools';

const hourMs = 3_600_000;

export const archiveCommands = [
	command('archive show', {
		does: 'shows how far the history of each market is in the archive',
		run: withTools(async ({ database }) => readArchives(database)),
	}),
	command('archive run', {
		does: 'moves ended history to the archive now, beside a running exchange',
		options: {
			before: {
				value: 'TIME',
				meaning: 'what was accepted before, at least an hour ago; by the settings when left out',
			},
			...reasonOption,
		},
		run: withTools(async (tools, { before, reason }) => {
			const opened = archiveOf(tools);
			const parts = { markets: tools.markets, store: opened.store };
			return archiveNow(acting(tools, reason), parts, boundOf(opened, before));
		}),
	}),
	command('verify', {
		does: 'proves all from the first command to now, in the archive and in the database',
		run: withTools(async ({ database, config }) => {
			const { archive } = openArchive(config) ?? {};
			const { faults, ...proved } = await verify({ database, ...edges, archive });
			const all = [...faults, ...(await auditLedger(database))];
			if (all.length > 0) throw new CommandFault(all.join('\n'));
			return { agrees: true, ...proved };
		}),
	}),
];

function archiveOf({ config }: Tools): OpenedArchive {
	return found(
		openArchive(config),
		'no archive is set: with DATABASE_URL, EXCHANGE_ARCHIVE_FOLDER or EXCHANGE_ARCHIVE_STORAGE_URL says where',
	);
}

/** Requests that are under way may ask for what is younger than an hour. */
function boundOf({ afterMs }: OpenedArchive, before: string | undefined): number {
	const now = edges.clock.now();
	if (before === undefined) {
		if (afterMs !== undefined) return now - afterMs;
		throw new CommandFault('EXCHANGE_ARCHIVE_AFTER_DAYS is 0; say --before which time');
	}
	const time = found(
		readTime(before, 'from') ?? undefined,
		'--before must be a date such as 2026-11-20 or a time such as 2026-11-20T08:00:00Z',
	);
	if (time <= now - hourMs) return time;
	throw new CommandFault('--before must be at least an hour ago');
}
