/**
 * The administrator's command line. It works directly on the database, also while the exchange
 * runs. What an endpoint does is a command by the description; the others are of the data folder,
 * of files, or too long for a request.
 */
import fs from 'node:fs';
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { runProcess, type Program } from '../../server/commands/shell';
import { assertPrivate } from '../../server/private-files';
import { calledAs } from '../../server/release';
import { ownNames } from '../config';
import { ensureDemo } from '../demo/demo';
import { ensureTrackedDemo, readTracking } from '../demo/tracker-demo';
import { auditLedger } from '../history/reconciliation/audit';
import { readJson } from '../tracker/exact-json';
import { archiveCommands } from './archive-commands';
import { describedCommands } from './described-commands';
import { reservesCommands } from './reserves-commands';
import { reviewCommand } from './review-command';
import { statementCommand } from './statement-command';
import { edges, withTools, type Tools } from './tools';

const ledgerCommand = command('ledger audit', {
	does: 'recomputes every balance from its postings',
	run: withTools(async ({ database }) => {
		const faults = await auditLedger(database);
		if (faults.length > 0) throw new CommandFault(faults.join('\n'));
		return { agrees: true };
	}),
});

const demoCommand = command('demo', {
	does: 'makes a market and two funded traders, or shows them',
	options: {
		newKeys: { meaning: 'the traders get new keys' },
		tracker: { value: 'FILE', meaning: 'backs the assets by the tracker this private file names' },
	},
	run: withTools(makeDemo),
});

interface DemoValues {
	readonly newKeys: true | undefined;
	readonly tracker: string | undefined;
}

/** Address and keys of the tracker come from a private file, never from the command line. */
async function makeDemo(
	{ database, terminal }: Tools,
	{ newKeys, tracker: file }: DemoValues,
): Promise<unknown> {
	const parts = { database, ...edges };
	const options = { withNewKeys: newKeys === true };
	if (file === undefined) return ensureDemo(parts, options);
	const content = fs.readFileSync(file);
	assertPrivate(file);
	const place = readTracking(readJson(content));
	const demo = await ensureTrackedDemo(parts, place, options);
	if (!demo.settles) {
		terminal.warn(
			'The demo assets were funded without the tracker, so they stay unlinked; a new data folder settles at it.',
		);
	}
	return demo;
}

export const admin: Program = {
	name: calledAs('exchange:admin'),
	does: 'The administrator of the exchange, also while it runs.',
	commands: [
		...describedCommands,
		reviewCommand,
		statementCommand,
		...reservesCommands,
		...archiveCommands,
		ledgerCommand,
		demoCommand,
	],
	remarks: `
The database is DATABASE_URL, or SQLite in EXCHANGE_DATA, or else in the folder exchange of
SEALKEEPER_DATA (.data below the current folder).
`,
	ownNames,
	exitCodes: { withoutCommand: 0, fault: 1 },
};

if (require.main === module) void runProcess(admin);
