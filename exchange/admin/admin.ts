/**
 * The administrator's command: assets, markets, accounts, keys and deposits, straight in the
 * database, also while the exchange runs. It prints one JSON value, or a report in the format asked
 * for, so that people read it and programs use it; a key is printed when it is made and never again.
 */
import fs from 'node:fs';
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { runProcess, type Program } from '../../server/commands/shell';
import { assertPrivate } from '../../server/private-files';
import { ownNames } from '../config';
import { ensureDemo } from '../demo/demo';
import { ensureTrackedDemo, readPlace } from '../demo/tracker-demo';
import { auditLedger } from '../history/reconciliation/audit';
import { readJson } from '../tracker/exact-json';
import { accountCommands, keyCommands } from './account-commands';
import { archiveCommands } from './archive-commands';
import { auditCommands } from './audit-commands';
import { commissionCommands } from './commission-commands';
import { assetCommands, marketCommands } from './market-commands';
import { maintenanceCommands } from './maintenance-commands';
import { payoutCommands } from './payout-commands';
import { reservesCommands } from './reserves-commands';
import { bookCommands, intentCommands } from './settlement-commands';
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

/** With a tracker its place and keys come in a private file, never on the command line. */
async function makeDemo(
	{ database, terminal }: Tools,
	{ newKeys, tracker: file }: DemoValues,
): Promise<unknown> {
	const parts = { database, ...edges };
	const options = { withNewKeys: newKeys === true };
	if (file === undefined) return ensureDemo(parts, options);
	const content = fs.readFileSync(file);
	assertPrivate(file);
	const place = readPlace(readJson(content));
	const demo = await ensureTrackedDemo(parts, place, options);
	if (!demo.settles) {
		terminal.warn(
			'The demo assets were funded without the tracker, so they stay unlinked; a new data folder settles at it.',
		);
	}
	return demo;
}

export const admin: Program = {
	name: 'npm run --silent exchange:admin --',
	does: 'The administrator of the exchange, also while it runs.',
	commands: [
		...assetCommands,
		...marketCommands,
		...accountCommands,
		...keyCommands,
		ledgerCommand,
		...bookCommands,
		...intentCommands,
		...payoutCommands,
		...commissionCommands,
		...reservesCommands,
		...auditCommands,
		...maintenanceCommands,
		...archiveCommands,
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
