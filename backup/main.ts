/**
 * The backup and restore commands. Each prints the manifest of the copy as one JSON value.
 *
 *   exit code   0 the copy is complete   1 it lacks what was already lost   2 the command failed
 */
import path from 'node:path';
import { systemClock } from '../server/clock';
import { command, type Surroundings } from '../server/commands/command';
import { runProcess, type Program } from '../server/commands/shell';
import { calledAs } from '../server/release';
import { ownNames } from '../exchange/config';
import { ownNames as serviceNames } from '../service/config';
import { atPrimary, readInstallation } from './installation';
import { makeBackup } from './make';
import type { Manifest } from './manifest';
import { restoreBackup } from './restore';

const edges = { clock: systemClock, nowMs: () => performance.now() };

export const backup: Program = {
	name: calledAs('backup'),
	does: 'Copies everything the service and the exchange keep, while they run, and puts it back.',
	commands: [
		command('make', {
			does: 'makes a copy; ends with 0: it is whole, 1: it lacks what was lost before',
			options: { to: { value: 'FOLDER', meaning: 'a new folder for it', isNeeded: true } },
			async run(surroundings, { to }) {
				const folder = path.resolve(to);
				const installation = await atPrimary(readInstallation(surroundings.environment));
				const manifest = await makeBackup(installation, folder, edges);
				return answer(surroundings, { folder, ...manifest });
			},
		}),
		command('restore', {
			does: 'puts a copy back where nothing is; ends with 0: all of it, 1: it has lost shards since',
			options: { from: { value: 'FOLDER', meaning: 'the copy', isNeeded: true } },
			async run(surroundings, { from }) {
				const folder = path.resolve(from);
				const installation = await atPrimary(readInstallation(surroundings.environment));
				const restored = await restoreBackup(installation, folder);
				if (restored.lostSince > 0) surroundings.endWith(1);
				return answer(surroundings, { folder, ...restored });
			},
		}),
	],
	remarks: `
The places are those of the programs: SEALKEEPER_DATA, EXCHANGE_DATA, EXCHANGE_SETTLEMENT and
DATABASE_URL, and the folders that buckets.json names.
`,
	ownNames: {
		prefixes: [...serviceNames.prefixes, ...ownNames.prefixes],
		known: [...serviceNames.known, ...ownNames.known],
	},
	// 1 means that the copy lacks files.
	exitCodes: { withoutCommand: 2, fault: 2 },
};

function answer({ endWith }: Surroundings, manifest: Manifest & { folder: string }): object {
	const lost = manifest.objects?.unreadable ?? [];
	if (lost.length > 0) endWith(1);
	return manifest;
}

if (require.main === module) void runProcess(backup);
