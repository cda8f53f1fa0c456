/**
 * The command `verify`: prints one JSON object per line, one for each finding and a summary at the end.
 *
 *   exit code   0 nothing differs   1 something differs   2 the command failed
 */
import { command, type Surroundings } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { BrokenPipe } from '../../server/commands/terminal';
import type { Checkpoint } from '../../proof/checkpoint';
import { readConfig } from '../config';
import { isCheckpointLost, parseKept, readKept } from '../log/kept-checkpoint';
import { SnapshotReader } from '../verification/snapshot-reader';
import { verify } from '../verification/verify';

export const verifyCommand = command('verify', {
	does: 'works out every payload, sum and hash again, also while the service runs; ends with 0: nothing differs, 1: something does, 2: not done',
	run: async (surroundings) => {
		const config = readConfig(surroundings.environment);
		const kept = keptCheckpoint(config.dataFolder);
		const reader = await SnapshotReader.open(config).catch(notDone);
		try {
			await tellFindings(reader, kept, surroundings);
		} catch (fault) {
			notDone(fault);
		} finally {
			await reader.close();
		}
	},
});

function keptCheckpoint(dataFolder: string): Checkpoint | 'lost' | undefined {
	try {
		if (isCheckpointLost(dataFolder)) return 'lost';
		const note = readKept(dataFolder);
		return note === undefined ? undefined : parseKept(note);
	} catch (fault) {
		return notDone(fault);
	}
}

async function tellFindings(
	reader: SnapshotReader,
	kept: Checkpoint | 'lost' | undefined,
	{ terminal, endWith }: Surroundings,
): Promise<void> {
	const tally = { entries: 0, tiles: 0, checkpoints: 0, timesBack: 0, records: 0, balances: 0 };
	const line = (value: object) => terminal.write(`${JSON.stringify(value)}\n`);
	let findings = 0;
	for await (const finding of verify(reader, tally, kept)) {
		findings += 1;
		endWith(1);
		await line({ kind: 'finding', ...finding });
	}
	await line({ kind: 'summary', ...tally, findings });
}

/** Gives faults the exit code 2: here 1 means a finding. */
function notDone(fault: unknown): never {
	if (fault instanceof BrokenPipe) throw fault;
	throw new CommandFault(fault instanceof Error ? fault.message : String(fault));
}
