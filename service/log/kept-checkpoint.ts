/**
 * The newest checkpoint whose block is durable, kept in a file beside the log's key. Whoever can write the
 * database and not the data folder cannot change it: a database whose tree does not begin with the tree of
 * this checkpoint is refused, and nothing more is signed for it.
 *
 * The file has a note in each line, as JSON, the newest last: appending costs one sync, and a line that a crash
 * cut off leaves the one before. While it has `null` in it, as in a restored copy and beside a log without
 * blocks, no checkpoint is kept yet. A data folder that has the log's key and no such file has lost it, which
 * is told like a database that lacks entries.
 */
import fs from 'node:fs';
import { open, rm, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { parseCheckpoint, type Checkpoint } from '../../proof/checkpoint';
import { ProofFault } from '../../proof/proof-fault';
import { parseNote } from '../../proof/signed-note';
import { ed25519Type, verifierKey, type VerifierKey } from '../../proof/verifier-key';
import { present } from '../../server/at';
import type { Database } from '../database/database';
import { isAbsent, replaceFile } from '../../server/durable-files';
import { calledAs } from '../../server/release';
import { CheckpointCheck } from './checkpoint-check';
import { logKeyFile } from './signer';
import { Checkpoints } from './checkpoints';

export const checkpointFile = 'log-checkpoint';

/** What the file holds before the first checkpoint. */
export const noneKept = 'null\n';

/** Then only the newest note stays. */
const fileSizeBytesMax = 1024 * 1024;

export class KeptCheckpoint {
	/** A note that could not be written yet. */
	private unwritten: string | undefined;
	/** To append; undefined before the first note of this process, and after a fault. */
	private appending: FileHandle | undefined;
	private sizeBytes = 0;

	private constructor(
		private readonly dataFolder: string,
		private readonly origin: string,
		private newest: string | undefined,
	) {}

	private get file(): string {
		return path.join(this.dataFolder, checkpointFile);
	}

	/** The signed note; undefined before the first block. */
	get note(): string | undefined {
		return this.newest;
	}

	/** Reads the file; throws if it holds anything but a checkpoint signed with the log's key. */
	static async open(dataFolder: string, key: VerifierKey): Promise<KeptCheckpoint> {
		const note = readKept(dataFolder);
		const kept = new KeptCheckpoint(dataFolder, key.name, note);
		if (note !== undefined && !(await isSigned(note, key))) throw unusable(kept.file);
		return kept;
	}

	/** Stores the checkpoint of a block that is committed. If that fails, `settle` tries again. */
	async keep(note: string): Promise<void> {
		this.newest = note;
		this.unwritten = note;
		await this.settle();
	}

	async settle(): Promise<void> {
		if (this.unwritten === undefined) return;
		const line = `${JSON.stringify(this.unwritten)}\n`;
		const { appending } = this;
		if (appending === undefined || this.sizeBytes > fileSizeBytesMax) await this.renew(line);
		else {
			// After a fault the file may end with half a line, so it is written anew.
			this.appending = undefined;
			await append(appending, line);
			this.appending = appending;
			this.sizeBytes += line.length;
		}
		this.unwritten = undefined;
	}

	/** Forgets the checkpoint for another one, or for none. */
	async replace(note: string | null): Promise<void> {
		await this.close();
		if (note !== null) return this.keep(note);
		this.newest = undefined;
		await rm(this.file);
	}

	async close(): Promise<void> {
		const { appending } = this;
		this.appending = undefined;
		await appending?.close();
	}

	private async renew(line: string): Promise<void> {
		await this.close();
		await replaceFile(this.file, line);
		this.appending = await open(this.file, 'a');
		this.sizeBytes = line.length;
	}

	/**
	 * Compares the database with the checkpoint, then keeps the newest of the database. Before the first
	 * block the file says that none is kept, because another process may sign that block.
	 */
	async follow(database: Database): Promise<void> {
		await this.assertHeldBy(database);
		const note = await newestNote(database);
		if (note === undefined) {
			if (isCheckpointLost(this.dataFolder)) await replaceFile(this.file, noneKept);
		} else if (note !== this.newest) await this.keep(note);
	}

	/** Throws if the database's tree does not begin with the tree of the checkpoint. */
	async assertHeldBy(database: Database): Promise<void> {
		const fault = await this.contradiction(database);
		if (fault === undefined) return;
		throw new Error(
			`${fault}. Put back what is missing, the file or the newest copy of the database; if you go on without it on purpose, stop the service and run: ${calledAs('admin')} log accept`,
		);
	}

	private async lossBeside(database: Database): Promise<string | undefined> {
		const size = await new Checkpoints(database).size();
		if (size === 0) return undefined;
		return `the database holds ${size} signed entries of the log, and ${this.file}, which keeps the newest checkpoint, is gone`;
	}

	/** How the database contradicts the checkpoint, as a clause; undefined if it does not. */
	async contradiction(database: Database): Promise<string | undefined> {
		const { newest, file } = this;
		if (newest === undefined) {
			return isCheckpointLost(this.dataFolder) ? this.lossBeside(database) : undefined;
		}
		const { origin, treeSize, rootHash } = present(parseKept(newest), 'the kept checkpoint');
		if (origin !== this.origin) {
			return `the database holds the log ${this.origin}, and ${file} a checkpoint of ${origin}`;
		}
		const checkpoints = new Checkpoints(database);
		const size = await checkpoints.size();
		if (size < treeSize) {
			return `the database holds ${size} entries of the log, and ${file} a checkpoint of ${treeSize}`;
		}
		const found = await checkpoints.rootAt(treeSize);
		if (found.equals(rootHash)) return undefined;
		return `the first ${treeSize} entries of the log are others than those of the checkpoint in ${file}`;
	}
}

/** True if a data folder has the log's key and not the file that is kept beside it. */
export function isCheckpointLost(dataFolder: string): boolean {
	const isThere = (name: string) => fs.existsSync(path.join(dataFolder, name));
	return isThere(logKeyFile) && !isThere(checkpointFile);
}

/** The newest note in the file of a data folder; undefined if there is no file, or that of a copy. */
export function readKept(dataFolder: string): string | undefined {
	const file = path.join(dataFolder, checkpointFile);
	let text: string;
	try {
		text = fs.readFileSync(file, 'utf8');
	} catch (fault) {
		if (isAbsent(fault)) return undefined;
		throw fault;
	}
	if (text === noneKept) return undefined;
	const notes = text.split('\n').map(noteOf);
	const newest = notes.findLast((note) => note !== undefined && parseKept(note) !== undefined);
	if (newest === undefined) throw unusable(file);
	return newest;
}

/** The note in a line; undefined if the line was cut off. */
function noteOf(line: string): string | undefined {
	try {
		const value: unknown = JSON.parse(line);
		return typeof value === 'string' ? value : undefined;
	} catch {
		return undefined;
	}
}

function unusable(file: string): Error {
	return new Error(
		`${file} holds no checkpoint that the log's key has signed: put back the file, or remove it and run: ${calledAs('admin')} log accept`,
	);
}

async function append(file: FileHandle, line: string): Promise<void> {
	try {
		await file.appendFile(line);
		await file.datasync();
	} catch (fault) {
		await file.close();
		throw fault;
	}
}

/** The checkpoint of a note; undefined if the text is none. */
export function parseKept(note: string): Checkpoint | undefined {
	try {
		return parseCheckpoint(parseNote(note).text);
	} catch (fault) {
		if (fault instanceof ProofFault) return undefined;
		throw fault;
	}
}

/** The database's newest checkpoint, without cosignatures. */
export async function newestNote(database: Database): Promise<string | undefined> {
	const row = await database
		.selectFrom('log_checkpoints')
		.select('note')
		.orderBy('tree_size', 'desc')
		.limit(1)
		.executeTakeFirst();
	return row?.note;
}

/** True for a checkpoint of any log that has this key; a new database gives its log another name. */
async function isSigned(note: string, key: VerifierKey): Promise<boolean> {
	const checkpoint = parseKept(note);
	if (checkpoint === undefined) return false;
	const { origin, treeSize, rootHash } = checkpoint;
	const named = await verifierKey(origin, ed25519Type, key.publicKey);
	return new CheckpointCheck(named).isSigned(note, treeSize, rootHash);
}
