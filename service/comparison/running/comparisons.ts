/**
 * Runs comparisons in separate processes, few at a time and in turns, so that no pair of files can
 * block the service or use up its memory. A process that exceeds its time or memory is ended, and
 * its files are compared as pieces of bytes; a process whose result nobody awaits any more is
 * ended too. Files are streamed to a process and never stored in between.
 */
import type { ComparisonOrder } from './comparison-task';
import { FairSlots } from './fair-slots';
import { ProcessFault, runInProcess, type Requester, type FileToRead } from './in-process';
import { beyondBounds, unprinted, type Printed, type PrintOrder } from './prints-task';
import { faultyReason } from './tried-comparison';
import { identicalOutcome, type Outcome } from '../outcome';
import { encodePrints } from '../prints/prints';
import { reportPage } from '../report/page';
import { markup } from '../../html/markup';

export interface ComparedFile extends FileToRead {
	readonly fileName: string;
	/** BLAKE2b-256 of the file, lower-case hex. */
	readonly hash: string;
	/** True if its fingerprints are read in its place. */
	readonly isPrinted?: boolean;
}

export interface FilesToCompare extends Pick<ComparisonOrder, 'level' | 'rules' | 'facts'> {
	readonly kept: ComparedFile;
	readonly sent: ComparedFile;
	/** Key of the fingerprints, if the kept file is known by them. */
	readonly printKey?: string;
}

export interface ProcessLimits {
	readonly processesMax: number;
	/** For comparing contents; the time for pieces depends on the size. */
	readonly timeoutMs: number;
	/** For the whole process, when comparing contents; pieces need a bounded amount. */
	readonly memoryMebibytes: number;
	/** Larger files are compared as pieces. */
	readonly contentMebibytes: number;
}

export const usualLimits: ProcessLimits = {
	processesMax: 2,
	timeoutMs: 60_000,
	memoryMebibytes: 400,
	contentMebibytes: 64,
};

const tooMuch =
	'The contents took more time or memory than a comparison may: the files were compared as pieces of bytes.';

const knownByHash = 'Found by the hash of the bytes, since the folder keeps no content.';

/** Pieces may take a minute plus the time a slow machine needs to read the files. */
const piecesTimeoutMs = 60_000;
const slowestBytesPerSecond = 5_000_000;

/** Enough for the maximum number of pieces; there is no further fallback. */
const piecesMebibytesMin = 320;

export type { Requester } from './in-process';

export class Comparisons {
	private readonly limits: ProcessLimits;
	private readonly slots: FairSlots;
	private readonly onFault: (fault: Error) => void;

	/** `onFault` is called with errors of a comparer; the result is then that of the bytes. */
	constructor(
		limits: ProcessLimits = usualLimits,
		onFault: (fault: Error) => void = () => undefined,
	) {
		this.limits = limits;
		this.slots = new FairSlots(limits.processesMax);
		this.onFault = onFault;
	}

	/** Compares two files. Rejects with the signal's reason, or if a file cannot be read. */
	async run(files: FilesToCompare, requester: Requester): Promise<Outcome> {
		const { kept, sent, facts, printKey } = files;
		if (isSame(kept, sent)) return identical(facts, printKey !== undefined);
		const release = await this.slots.take(requester.owner, requester.signal);
		try {
			const { contentMebibytes } = this.limits;
			if (printKey !== undefined) return await this.byPrints(files, printKey, requester);
			if (this.isTooLarge(kept) || this.isTooLarge(sent)) {
				const tooLarge = `Files of more than ${contentMebibytes} MiB are compared as pieces of bytes.`;
				return await this.onlyPieces(files, requester, tooLarge);
			}
			const outcome = await this.byContent(files, requester);
			if (typeof outcome !== 'string') return outcome;
			return await this.onlyPieces(files, requester, outcome);
		} finally {
			release();
		}
	}

	/** Makes the fingerprints of a file; for a file beyond the limits they only say so. */
	async print(
		file: ComparedFile,
		order: Pick<PrintOrder, 'level' | 'rules' | 'printKey'>,
		requester: Requester,
	): Promise<Printed> {
		const none = { bytes: encodePrints({ form: 'bytes', reason: unprinted }) };
		if (this.isTooLarge(file)) return none;
		const release = await this.slots.take(requester.owner, requester.signal);
		try {
			const run = () =>
				runInProcess({ ...order, kept: named(file) }, [file], this.bounds(requester));
			return (await this.tried(run)) ?? none;
		} finally {
			release();
		}
	}

	private async byPrints(
		{ kept, sent, level, rules, facts }: FilesToCompare,
		printKey: string,
		requester: Requester,
	): Promise<Outcome> {
		const isSentPrinted = sent.isPrinted === true;
		const order = { kept: named(kept), sent: named(sent), level, rules, facts };
		if (!isSentPrinted && this.isTooLarge(sent)) return beyondBounds(order);
		const printed = { ...order, printKey, isSentPrinted };
		const run = () => runInProcess(printed, [kept, sent], this.bounds(requester));
		return (await this.tried(run)) ?? beyondBounds(order);
	}

	/** A sentence if the contents cannot be compared. */
	private async byContent(files: FilesToCompare, requester: Requester): Promise<Outcome | string> {
		let isFaulty = false;
		const run = () => this.runOnce(files, this.bounds(requester));
		const outcome = await this.tried(run, () => (isFaulty = true));
		return outcome ?? (isFaulty ? faultyReason : tooMuch);
	}

	/** Undefined if the process exceeded its limits or failed. */
	private async tried<Result>(
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

	private bounds(requester: Requester) {
		const { timeoutMs, memoryMebibytes } = this.limits;
		return { ...requester, timeoutMs, memoryMebibytes, onFault: this.onFault };
	}

	private isTooLarge({ sizeBytes }: ComparedFile): boolean {
		return sizeBytes > this.limits.contentMebibytes * 1024 * 1024;
	}

	/**
	 * Why a file cannot be compared with anything, found by comparing it with itself; undefined if
	 * it is readable.
	 */
	async unreadableReason(
		file: ComparedFile,
		order: Pick<ComparisonOrder, 'level' | 'rules'>,
		requester: Requester,
	): Promise<string | undefined> {
		if (this.isTooLarge(file)) return undefined;
		const release = await this.slots.take(requester.owner, requester.signal);
		try {
			const both = { kept: file, sent: file, ...order };
			const outcome = await this.byContent(both, requester);
			return typeof outcome === 'string' ? undefined : outcome.reason;
		} finally {
			release();
		}
	}

	private async onlyPieces(files: FilesToCompare, requester: Requester, why: string) {
		const sizeBytes = files.kept.sizeBytes + files.sent.sizeBytes;
		// Files that differ are read twice.
		const timeoutMs = piecesTimeoutMs + ((2 * sizeBytes) / slowestBytesPerSecond) * 1000;
		const memoryMebibytes = Math.max(this.limits.memoryMebibytes, piecesMebibytesMin);
		const bounds = { ...this.bounds(requester), timeoutMs, memoryMebibytes };
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

function named({ fileName, sizeBytes }: ComparedFile) {
	return { fileName, sizeBytes };
}

/** The size of a file known by fingerprints is unknown. */
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
