/**
 * The storage command: `fsck` checks everything stored, `fsck --repair` puts right what can be, and
 * `rotate-key` takes a new master key into use. It works on a data folder no service is running on.
 *
 *   exit code   0 everything is right now   1 problems remain   2 it could not be done
 */
import { parseArgs } from 'node:util';
import { SingleBar } from 'cli-progress';
import { systemClock } from '../../server/clock';
import { readConfig } from '../config';
import { openDatabase } from '../database/database';
import { lockDataFolder } from '../database/data-folder-lock';
import { rotateMasterKey } from '../objects/keys/key-rotation';
import { openObjectStore } from '../objects/object-store';
import type { FsckProgress, FsckReport, FsckSummary } from '../objects/fsck';

export interface Terminal {
	readonly isTTY: boolean;
	write(text: string): void;
}

const usage = 'usage: storage fsck [--repair] | storage rotate-key\n';

/** Runs the command on a data folder; gives the exit code. */
export async function runStorageCommand(
	args: readonly string[],
	dataFolder: string,
	terminal: Terminal,
): Promise<number> {
	const { positionals, values } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: { repair: { type: 'boolean', default: false } },
	});
	const [command] = positionals;
	if (positionals.length !== 1 || (command !== 'fsck' && command !== 'rotate-key')) {
		terminal.write(usage);
		return 2;
	}
	const lock = lockDataFolder(dataFolder);
	try {
		return command === 'fsck'
			? await checkFolder(dataFolder, values.repair, terminal)
			: await rotate(dataFolder, terminal);
	} finally {
		lock.release();
	}
}

async function checkFolder(
	dataFolder: string,
	repair: boolean,
	terminal: Terminal,
): Promise<number> {
	const database = await openDatabase(dataFolder);
	const display = terminal.isTTY ? new BarDisplay(terminal) : new LineDisplay(terminal);
	const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
	try {
		const store = await openObjectStore({ database, dataFolder, clock: systemClock, log });
		try {
			const summary = await store.fsck(repair, display);
			display.end(summary);
			return summary.remaining === 0 ? 0 : 1;
		} finally {
			await store.close();
		}
	} finally {
		await database.destroy();
	}
}

async function rotate(dataFolder: string, terminal: Terminal): Promise<number> {
	const database = await openDatabase(dataFolder);
	try {
		const count = await rotateMasterKey(database, dataFolder);
		terminal.write(`the master key is new; the keys of ${count} objects were wrapped with it\n`);
		return 0;
	} finally {
		await database.destroy();
	}
}

interface Display extends FsckReport {
	end(summary: FsckSummary): void;
}

/** One JSON object a line, for programs. */
class LineDisplay implements Display {
	private toldGigabytes = 0;
	private toldObjects = 0;

	constructor(private readonly terminal: Terminal) {}

	/** A line for every hundred objects, for every gigabyte and at the end. */
	progress(progress: FsckProgress): void {
		const { objects, ofObjects, bytes } = progress;
		const gigabytes = Math.floor(bytes / 1e9);
		const isDue = objects % 100 === 0 || objects === ofObjects;
		if (gigabytes === this.toldGigabytes && (!isDue || objects === this.toldObjects)) return;
		this.toldGigabytes = gigabytes;
		this.toldObjects = objects;
		this.line({ kind: 'progress', ...progress });
	}

	finding(finding: Parameters<FsckReport['finding']>[0]): void {
		this.line({ kind: 'finding', ...finding });
	}

	end(summary: FsckSummary): void {
		this.line({ kind: 'summary', ...summary });
	}

	private line(value: object): void {
		this.terminal.write(`${JSON.stringify(value)}\n`);
	}
}

/** A progress bar, with the findings above it, for people. */
class BarDisplay implements Display {
	private readonly findings: string[] = [];
	private readonly bar = new SingleBar({
		format: 'checking [{bar}] {percentage}% | {value} of {total} MB | {eta_formatted} left',
		stream: process.stderr,
	});
	private started = false;

	constructor(private readonly terminal: Terminal) {}

	progress({ bytes, ofBytes }: FsckProgress): void {
		if (!this.started) this.bar.start(Math.ceil(ofBytes / 1e6), 0);
		this.started = true;
		this.bar.update(Math.ceil(bytes / 1e6));
	}

	finding({ key, problem, message }: Parameters<FsckReport['finding']>[0]): void {
		this.findings.push(`${problem}  ${key}  ${message}\n`);
	}

	end({ objects, problems, repaired, remaining }: FsckSummary): void {
		this.bar.stop();
		for (const line of this.findings) this.terminal.write(line);
		this.terminal.write(
			`${objects} objects checked: ${problems} problems, ${repaired} repaired, ${remaining} remain\n`,
		);
	}
}

async function main(): Promise<void> {
	const { dataFolder } = readConfig(process.env);
	const terminal = {
		isTTY: process.stdout.isTTY,
		write: (text: string) => void process.stdout.write(text),
	};
	process.exitCode = await runStorageCommand(process.argv.slice(2), dataFolder, terminal);
}

if (require.main === module) {
	main().catch((fault: unknown) => {
		process.stderr.write(`${fault instanceof Error ? fault.message : String(fault)}\n`);
		process.exitCode = 2;
	});
}
