/** Segments are moved and proved from the data folder, in longer than a request may take. */
import { command, found } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { readArchives } from '../history/archive/archives';
import { openArchive, type OpenedArchive } from '../history/archive/open';
import type { ChainEnd } from '../guard/audit-chain';
import { readTime } from '../history/statements/statement';
import { endText, keepEnd, keptEnd, readEndText } from '../history/verification/kept-end';
import { unproven } from '../history/verification/standing';
import { verify } from '../history/verification/verify';
import { perform } from '../handlers/operator/acting';
import { Archiver } from '../history/archive/archiver';
import { operator } from './described-commands';
import { edges, reasonOption, withTools, type Tools } from './tools';

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
			const { store, ...opened } = archiveOf(tools);
			const time = boundOf(opened, before);
			const { database, markets } = tools;
			const parts = { database, ...edges };
			await perform(parts, { by: operator(), reason }, (_, record) =>
				record('ARCHIVE_RUN', 'exchange', { before: new Date(time).toISOString() }),
			);
			// The audit log has it before anything moves; short segments are moved, too.
			const archiver = new Archiver({ ...parts, reader: database, markets, store });
			return archiver.run({ before: time, takesAll: true });
		}),
	}),
	command('verify', {
		does: 'compares all that traders are shown with what it must come from, and names what it cannot prove',
		options: {
			auditEnd: {
				value: 'NUMBER:HASH',
				meaning: 'an end of the audit log that was kept elsewhere; the log must still hold it',
			},
		},
		run: withTools(verifyAll),
	}),
];

async function verifyAll(
	{ database, config }: Tools,
	{ auditEnd }: { readonly auditEnd: string | undefined },
): Promise<unknown> {
	const { dataFolder } = config;
	const ends = [await keptEnd(dataFolder), auditEnd === undefined ? undefined : endOf(auditEnd)];
	const knownEnds = ends.filter((end) => end !== undefined);
	const { archive } = openArchive(config) ?? {};
	const proved = await verify({ database, ...edges, archive, knownEnds });
	const { faults, auditLogEnd, ...counts } = proved;
	if (auditLogEnd !== undefined) await keepEnd(dataFolder, auditLogEnd);
	if (faults.length > 0 || auditLogEnd === undefined) throw new CommandFault(faults.join('\n'));
	return { agrees: true, ...counts, auditEnd: endText(auditLogEnd), notProven: unproven() };
}

function endOf(text: string): ChainEnd {
	return found(readEndText(text), '--audit-end must be NUMBER:HASH, as verify prints it');
}

function archiveOf({ config }: Tools): OpenedArchive {
	return found(
		openArchive(config),
		'no archive is set: with DATABASE_URL, EXCHANGE_ARCHIVE_FOLDER or EXCHANGE_ARCHIVE_STORAGE_URL says where',
	);
}

/** Requests in flight may still read what is younger than an hour. */
function boundOf({ afterMs }: Pick<OpenedArchive, 'afterMs'>, before: string | undefined): number {
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
