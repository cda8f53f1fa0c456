/**
 * The storage commands: `fsck` checks everything stored and changes nothing, `fsck --repair` restores lost
 * shards, `orphans` lists shards without a file and removes them if the given number is right, and
 * `rotate-key` introduces a new master key. They need a data folder on which no service runs.
 *
 *   exit code   0 no problems remain   1 problems remain   2 the command failed
 */
import { SingleBar } from 'cli-progress';
import { systemClock } from '../../server/clock';
import { command, opening } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { runProcess, type Program } from '../../server/commands/shell';
import type { Terminal } from '../../server/commands/terminal';
import { calledAs } from '../../server/release';
import { ownNames, readConfig, type Config } from '../config';
import { rewrapLinks } from '../contracts/links/named-links';
import { openDatabase, openDatabaseToRead, openSession, type Database } from '../database/database';
import { lockDataFolder } from '../database/data-folder-lock';
import { rewrapSecrets } from '../events/secret-vault';
import { rotateMasterKey } from '../objects/keys/key-rotation';
import { openObjectStore, type StoragePlace } from '../objects/object-store';
import { StoreCheck } from '../objects/store-check';
import type { FsckProgress, FsckReport, FsckSummary } from '../objects/fsck';

interface Tools extends StoragePlace {
	readonly database: Database;
	readonly terminal: Terminal;
	endWith(exitCode: number): void;
}

const toolsOn = (open: (config: Config) => Promise<Database>) =>
	opening<Tools>(async ({ environment, terminal, endWith }) => {
		const config = readConfig(environment);
		const { dataFolder, masterKeys, bucketSettings } = config;
		const closing = new AsyncDisposableStack();
		const lock = lockDataFolder(dataFolder);
		closing.defer(() => lock.release());
		try {
			const database = await open(config);
			closing.defer(() => database.destroy());
			const session = await openSession(config, { alone: true });
			closing.defer(() => session.close());
			const tools = { dataFolder, masterKeys, bucketSettings, database, terminal, endWith };
			return { tools, close: () => closing.disposeAsync() };
		} catch (fault) {
			await closing.disposeAsync();
			throw fault;
		}
	});

const withTools = toolsOn(openDatabase);
const withToolsToRead = toolsOn(openDatabaseToRead);
const repairFolder = withTools(repair);
const checkFolder = withToolsToRead(check);

export const storage: Program = {
	name: calledAs('storage'),
	does: 'The operator of storage, while no service runs on the data folder.',
	commands: [
		command('fsck', {
			does: 'checks every stored file, and changes nothing; ends with 0: all is right, 1: problems remain',
			options: { repair: { meaning: 'makes lost shards again; removes nothing' } },
			run: (surroundings, { repair: isWanted }) =>
				isWanted === true ? repairFolder(surroundings, {}) : checkFolder(surroundings, {}),
		}),
		command('orphans', {
			does: 'counts the shards that belong to no file, which may be of files newer than a restored database',
			options: {
				delete: { value: 'COUNT', meaning: 'deletes them, if there are exactly as many' },
			},
			run: withToolsToRead(orphans),
		}),
		command('rotate-key', {
			does: 'takes a new master key into use',
			run: withTools(rotate),
		}),
	],
	remarks: `
The data folder is SEALKEEPER_DATA, or .data below the current folder.
`,
	ownNames,
	// 1 means that problems remain; a failed command must not say so.
	exitCodes: { withoutCommand: 2, fault: 2 },
};

/** Findings report what goes wrong. */
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

async function check(tools: Tools): Promise<undefined> {
	const store = await StoreCheck.open({ ...tools, log });
	try {
		await show(tools, (report) => store.fsck(report));
	} finally {
		await store.close();
	}
}

async function repair(tools: Tools): Promise<undefined> {
	const store = await openObjectStore({ ...tools, clock: systemClock, log });
	try {
		await show(tools, (report) => store.checkAndRepairAll(report));
	} finally {
		await store.close();
	}
}

async function show(
	{ terminal, endWith }: Tools,
	work: (report: FsckReport) => Promise<FsckSummary>,
): Promise<void> {
	const display = terminal.isTTY ? new BarDisplay(terminal) : new LineDisplay(terminal);
	const summary = await work(display);
	endWith(summary.remaining === 0 ? 0 : 1);
	await display.end(summary);
}

async function orphans(
	tools: Tools,
	{ delete: text }: { readonly delete: string | undefined },
): Promise<unknown> {
	const store = await StoreCheck.open({ ...tools, log });
	try {
		if (text === undefined) return await store.orphans();
		if (!/^\d+$/.test(text)) throw new CommandFault(`--delete must be their number, not '${text}'`);
		const answer = await store.removeOrphans(Number(text));
		if (answer.orphans !== Number(text)) {
			const { orphans: count, sizeBytes } = answer;
			throw new CommandFault(
				`there are ${count} orphans of ${sizeBytes} bytes, not ${text}; none was deleted`,
			);
		}
		if (answer.removed < answer.orphans) tools.endWith(1);
		return answer;
	} finally {
		await store.close();
	}
}

async function rotate({ database, terminal, ...place }: Tools): Promise<undefined> {
	const count = await rotateMasterKey(database, place, [rewrapLinks, rewrapSecrets]);
	await terminal.write(
		`the master key is new; the keys of ${count} objects were wrapped with it\n`,
	);
}

interface Display extends FsckReport {
	end(summary: FsckSummary): Promise<void>;
}

/** One JSON object a line, for programs. */
class LineDisplay implements Display {
	private toldGigabytes = 0;
	private toldObjects = 0;
	private written = Promise.resolve();

	constructor(private readonly terminal: Terminal) {}

	/** Prints a line for every hundred objects, every gigabyte and at the end. */
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

	unrepaired(shard: Parameters<FsckReport['unrepaired']>[0]): void {
		this.line({ kind: 'unrepaired', ...shard });
	}

	end(summary: FsckSummary): Promise<void> {
		this.line({ kind: 'summary', ...summary });
		return this.written;
	}

	private line(value: object): void {
		this.written = this.written.then(() => this.terminal.write(`${JSON.stringify(value)}\n`));
		// end() reports the fault; the check goes on without a reader.
		this.written.catch(() => undefined);
	}
}

/** A progress bar, with the findings below it, for people. */
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

	unrepaired({ key, reason }: Parameters<FsckReport['unrepaired']>[0]): void {
		this.findings.push(`not repaired  ${key}  ${reason}\n`);
	}

	async end({ objects, problems, repaired, remaining }: FsckSummary): Promise<void> {
		this.bar.stop();
		for (const line of this.findings) await this.terminal.write(line);
		await this.terminal.write(
			`${objects} objects checked: ${problems} problems, ${repaired} repaired, ${remaining} remain\n`,
		);
	}
}

if (require.main === module) void runProcess(storage);
