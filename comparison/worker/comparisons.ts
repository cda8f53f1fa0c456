/**
 * Runs comparisons in child processes, a few at a time and in turns, so that no pair of files can
 * block the service or exhaust its memory. A process that exceeds its limits is killed, and its
 * files are compared as pieces of bytes; an aborted one is killed as well. Files are streamed to
 * the process and stored nowhere in between.
 */
import { Readable } from 'node:stream';
import { refuse } from '../../server/refusal';
import type { ComparisonOrder } from './comparison-task';
import { FairSlots, type Release } from './fair-slots';
import { runInProcess, type AskedFor, type FileToRead } from './in-process';
import { ProcessFault } from './launcher';
import { beyondBounds, unprinted, type Printed, type PrintOrder } from './prints-task';
import { Processes } from './processes';
import { faultyReason } from './run-comparer';
import { identicalOutcome, type Outcome } from '../core/outcome';
import { encodePrints } from '../prints/prints';
import { reportPage } from '../report/page';
import { markup } from '../../server/html/markup';

export interface ComparedFile extends FileToRead {
	readonly fileName: string;
	/** Of its bytes, by the same function for both files. */
	readonly hash: string;
	/** True if its fingerprints are read instead. */
	readonly isPrinted?: boolean;
}

export interface FilesToCompare extends Pick<ComparisonOrder, 'level' | 'rules' | 'facts'> {
	readonly kept: ComparedFile;
	readonly sent: ComparedFile;
	/** The key of the fingerprints, if the kept file is known by them. */
	readonly printKey?: string;
}

export interface ProcessLimits {
	readonly processesMax: number;
	/** For contents; the time for pieces depends on the size. */
	readonly timeoutMs: number;
	/** Of the whole process, for contents; the memory for pieces is bounded anyway. */
	readonly memoryMebibytes: number;
	/** Larger files are compared as pieces, not in memory. */
	readonly contentMebibytes: number;
	/** How long a request waits for its turn. */
	readonly waitMsMax: number;
	/** How long a process is kept ready for the next comparison. */
	readonly readyMsMax: number;
}

export const usualLimits: ProcessLimits = {
	processesMax: 2,
	timeoutMs: 60_000,
	memoryMebibytes: 400,
	contentMebibytes: 64,
	waitMsMax: 120_000,
	readyMsMax: 10_000,
};

const tooMuch =
	'The contents took more time or memory than a comparison may: the files were compared as pieces of bytes.';

const knownByHash = 'Found by the hash of the bytes, since the folder keeps no content.';

/** Time for pieces: one minute, plus reading at a slow machine's speed. */
const piecesTimeoutMs = 60_000;
const slowestBytesPerSecond = 5_000_000;

/** Enough for the largest number of pieces; there is no other fallback. */
const piecesMebibytesMin = 320;

export type { AskedFor } from './in-process';

export class Comparisons {
	private readonly slots: FairSlots;
	private readonly processes: Processes;

	/** `onFault` is called for faults of a comparer; the bytes are compared then. */
	constructor(
		private readonly limits: ProcessLimits = usualLimits,
		private readonly onFault: (fault: Error) => void = () => undefined,
	) {
		this.slots = new FairSlots(limits.processesMax);
		this.processes = new Processes(limits.memoryMebibytes, limits.readyMsMax);
	}

	/** Keeps no further process ready. */
	close(): void {
		this.processes.close();
	}

	/**
	 * Compares two files. Rejects with the signal's reason, if a file cannot be read, or as `turn` refuses.
	 */
	async run(files: FilesToCompare, askedFor: AskedFor): Promise<Outcome> {
		const { kept, sent, facts, printKey } = files;
		if (isSame(kept, sent)) return identical(facts, printKey !== undefined);
		return this.inTurn(askedFor, async () => {
			if (printKey !== undefined) return this.byPrints(files, printKey, askedFor);
			const isTooLarge = this.isTooLarge(kept) || this.isTooLarge(sent);
			const tooLarge = `Files of more than ${this.limits.contentMebibytes} MiB are compared as pieces of bytes.`;
			const outcome = isTooLarge ? tooLarge : await this.byContent(files, askedFor);
			return typeof outcome === 'string' ? this.onlyPieces(files, askedFor, outcome) : outcome;
		});
	}

	private async inTurn<Result>(askedFor: AskedFor, work: () => Promise<Result>): Promise<Result> {
		const release = await this.turn(askedFor);
		try {
			return await work();
		} finally {
			release();
		}
	}

	/** Refuses if the turn does not come while a request can wait. */
	private async turn({ owner, signal, isPatient }: AskedFor): Promise<Release> {
		if (isPatient) return this.slots.take(owner, signal);
		const { waitMsMax } = this.limits;
		const late = AbortSignal.timeout(waitMsMax);
		try {
			return await this.slots.take(owner, AbortSignal.any([signal, late]));
		} catch (fault) {
			if (signal.aborted || !late.aborted) throw fault;
			throw refuse('Keeper_ComparisonsBusy', Math.ceil(waitMsMax / 1_000));
		}
	}

	/** Makes the fingerprints of a file; beyond the limits they say so. */
	async print(
		file: ComparedFile,
		order: Pick<PrintOrder, 'level' | 'rules' | 'printKey'>,
		askedFor: AskedFor,
	): Promise<Printed> {
		const none = { bytes: encodePrints({ form: 'bytes', reason: unprinted }) };
		if (this.isTooLarge(file)) return none;
		const run = () => runInProcess({ ...order, kept: named(file) }, [file], this.bounds(askedFor));
		return this.inTurn(askedFor, async () => (await this.attempt(run)) ?? none);
	}

	private async byPrints(
		{ kept, sent, level, rules, facts }: FilesToCompare,
		printKey: string,
		askedFor: AskedFor,
	): Promise<Outcome> {
		const isSentPrinted = sent.isPrinted === true;
		const order = { kept: named(kept), sent: named(sent), level, rules, facts };
		if (!isSentPrinted && this.isTooLarge(sent)) return beyondBounds(order);
		const printed = { ...order, printKey, isSentPrinted };
		const run = () => runInProcess(printed, [kept, sent], this.bounds(askedFor));
		return (await this.attempt(run)) ?? beyondBounds(order);
	}

	/** Returns a message if the contents cannot be compared. */
	private async byContent(files: FilesToCompare, askedFor: AskedFor): Promise<Outcome | string> {
		let isFaulty = false;
		const run = () => this.runOnce(files, this.bounds(askedFor));
		const outcome = await this.attempt(run, () => (isFaulty = true));
		return outcome ?? (isFaulty ? faultyReason : tooMuch);
	}

	/** Undefined if the process exceeded its limits or failed. */
	private async attempt<Result>(
		run: () => Promise<Result | undefined>,
		onFailed: () => void = () => undefined,
	): Promise<Result | undefined> {
		try {
			return await run();
		} catch (fault) {
			if (!(fault instanceof ProcessFault)) throw fault;
			this.onFault(fault);
			onFailed();
			return undefined;
		}
	}

	private bounds(askedFor: AskedFor) {
		const { timeoutMs, memoryMebibytes } = this.limits;
		const { processes, onFault } = this;
		return { ...askedFor, timeoutMs, memoryMebibytes, processes, onFault };
	}

	private isTooLarge({ sizeBytes }: ComparedFile): boolean {
		return sizeBytes > this.limits.contentMebibytes * 1024 * 1024;
	}

	/** Throws if the contents of two small files cannot be compared here. */
	async tryOut(): Promise<void> {
		const askedFor = { owner: '', signal: AbortSignal.timeout(this.limits.waitMsMax) };
		const [kept, sent] = [smallFile('gr\u00fcn'), smallFile('gr\u00e4n')];
		const files = { kept, sent, level: 'High', rules: {} } as const;
		const outcome = await this.byContent(files, askedFor);
		if (typeof outcome === 'string') throw new Error(outcome);
		if (outcome.outcome !== 'different') throw new Error(`two texts are ${outcome.outcome}`);
	}

	/** Why a file cannot be compared, found by comparing it with itself; undefined if it can. */
	async unreadableReason(
		file: ComparedFile,
		order: Pick<ComparisonOrder, 'level' | 'rules'>,
		askedFor: AskedFor,
	): Promise<string | undefined> {
		if (this.isTooLarge(file)) return undefined;
		const both = { kept: file, sent: file, ...order };
		const outcome = await this.inTurn(askedFor, () => this.byContent(both, askedFor));
		return typeof outcome === 'string' ? undefined : outcome.reason;
	}

	private async onlyPieces(files: FilesToCompare, askedFor: AskedFor, why: string) {
		const sizeBytes = files.kept.sizeBytes + files.sent.sizeBytes;
		// Files that differ are read twice.
		const timeoutMs = piecesTimeoutMs + ((2 * sizeBytes) / slowestBytesPerSecond) * 1000;
		const memoryMebibytes = Math.max(this.limits.memoryMebibytes, piecesMebibytesMin);
		const bounds = { ...this.bounds(askedFor), timeoutMs, memoryMebibytes };
		const outcome = await this.runOnce(files, bounds, why);
		if (outcome === undefined) throw new Error('not even the pieces of two files were compared');
		return outcome;
	}

	private runOnce(
		{ kept, sent, level, rules, facts }: FilesToCompare,
		bounds: ReturnType<Comparisons['bounds']>,
		onlyPieces?: string,
	): Promise<Outcome | undefined> {
		const order = { kept: named(kept), sent: named(sent), level, rules, facts, onlyPieces };
		return runInProcess(order, [kept, sent], bounds);
	}
}

/** In an encoding that has to be guessed, so that packages are loaded as for other files. */
function smallFile(text: string): ComparedFile {
	const bytes = Buffer.from(text, 'latin1');
	const read = () => Promise.resolve(Readable.from([bytes]));
	return { fileName: 'tried.txt', sizeBytes: bytes.length, hash: text, read };
}

function named({ fileName, sizeBytes }: ComparedFile) {
	return { fileName, sizeBytes };
}

/** The size of a fingerprinted file is unknown. */
function isSame(kept: ComparedFile, sent: ComparedFile): boolean {
	const isPrinted = kept.isPrinted === true || sent.isPrinted === true;
	return kept.hash === sent.hash && (isPrinted || kept.sizeBytes === sent.sizeBytes);
}

function identical(facts: FilesToCompare['facts'], isPrinted: boolean): Outcome {
	const outcome = isPrinted ? { ...identicalOutcome, notes: [knownByHash] } : identicalOutcome;
	if (facts === undefined) return outcome;
	const html = reportPage(facts, outcome, { content: markup``, files: [] });
	return { ...outcome, report: { html, files: [] } };
}
