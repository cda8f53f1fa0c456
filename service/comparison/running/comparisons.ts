/**
 * Runs comparisons in processes of their own, few at a time and by turns, so that no pair of files can
 * stall the service or take its memory. A process that takes too long or too much memory is ended, and
 * its files are compared as pieces of bytes; one that nobody waits for any more is ended as well. Files
 * go to a process as they are read and lie nowhere in between.
 */
import type { ComparisonOrder } from './comparison-task';
import { FairSlots } from './fair-slots';
import { ProcessFault, runInProcess, type AskedFor, type FileToRead } from './in-process';
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
	/** Where fingerprints are read in its place. */
	readonly isPrinted?: boolean;
}

export interface FilesToCompare extends Pick<ComparisonOrder, 'level' | 'rules' | 'facts'> {
	readonly kept: ComparedFile;
	readonly sent: ComparedFile;
	/** That of the fingerprints, where the kept file is known by them. */
	readonly printKey?: string;
}

export interface ProcessLimits {
	readonly processesMax: number;
	/** For the contents; pieces of bytes get time by their number. */
	readonly timeoutMs: number;
	/** Of the whole process, for the contents; pieces of bytes take what they need, which is bounded. */
	readonly memoryMebibytes: number;
	/** Larger files are not held in memory: they are compared as pieces. */
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

/** Pieces take a minute at most, and the time a slow machine needs to read the files. */
const piecesTimeoutMs = 60_000;
const slowestBytesPerSecond = 5_000_000;

/** Enough for the most pieces that two files are cut into; there is nothing to fall back to from them. */
const piecesMebibytesMin = 320;

export type { AskedFor } from './in-process';

export class Comparisons {
	private readonly limits: ProcessLimits;
	private readonly slots: FairSlots;
	private readonly onFault: (fault: Error) => void;

	/** `onFault` is told of faults of a comparer; the outcome then is that of the bytes. */
	constructor(
		limits: ProcessLimits = usualLimits,
		onFault: (fault: Error) => void = () => undefined,
	) {
		this.limits = limits;
		this.slots = new FairSlots(limits.processesMax);
		this.onFault = onFault;
	}

	/** What the two files come to. Rejects with the signal's reason, or when a file cannot be read. */
	async run(files: FilesToCompare, askedFor: AskedFor): Promise<Outcome> {
		const { kept, sent, facts, printKey } = files;
		if (isSame(kept, sent)) return identical(facts, printKey !== undefined);
		const release = await this.slots.take(askedFor.owner, askedFor.signal);
		try {
			const { contentMebibytes } = this.limits;
			if (printKey !== undefined) return await this.byPrints(files, printKey, askedFor);
			if (this.isTooLarge(kept) || this.isTooLarge(sent)) {
				const tooLarge = `Files of more than ${contentMebibytes} MiB are compared as pieces of bytes.`;
				return await this.onlyPieces(files, askedFor, tooLarge);
			}
			const outcome = await this.byContent(files, askedFor);
			if (typeof outcome !== 'string') return outcome;
			return await this.onlyPieces(files, askedFor, outcome);
		} finally {
			release();
		}
	}

	/** The fingerprints of a file; of one beyond the bounds they say so. */
	async print(
		file: ComparedFile,
		order: Pick<PrintOrder, 'level' | 'rules' | 'printKey'>,
		askedFor: AskedFor,
	): Promise<Printed> {
		const none = { bytes: encodePrints({ form: 'bytes', reason: unprinted }) };
		if (this.isTooLarge(file)) return none;
		const release = await this.slots.take(askedFor.owner, askedFor.signal);
		try {
			const run = () =>
				runInProcess({ ...order, kept: named(file) }, [file], this.bounds(askedFor));
			return (await this.tried(run)) ?? none;
		} finally {
			release();
		}
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
		return (await this.tried(run)) ?? beyondBounds(order);
	}

	/** A sentence where the contents cannot be compared. */
	private async byContent(files: FilesToCompare, askedFor: AskedFor): Promise<Outcome | string> {
		let isFaulty = false;
		const run = () => this.runOnce(files, this.bounds(askedFor));
		const outcome = await this.tried(run, () => (isFaulty = true));
		return outcome ?? (isFaulty ? faultyReason : tooMuch);
	}

	/** Nothing where the process took more than it may, or failed. */
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

	private bounds(askedFor: AskedFor) {
		const { timeoutMs, memoryMebibytes } = this.limits;
		return { ...askedFor, timeoutMs, memoryMebibytes, onFault: this.onFault };
	}

	private isTooLarge({ sizeBytes }: ComparedFile): boolean {
		return sizeBytes > this.limits.contentMebibytes * 1024 * 1024;
	}

	/** Why nothing could be compared with a file, found by reading it as both; nothing where it can be read. */
	async unreadableReason(
		file: ComparedFile,
		order: Pick<ComparisonOrder, 'level' | 'rules'>,
		askedFor: AskedFor,
	): Promise<string | undefined> {
		if (this.isTooLarge(file)) return undefined;
		const release = await this.slots.take(askedFor.owner, askedFor.signal);
		try {
			const both = { kept: file, sent: file, ...order };
			const outcome = await this.byContent(both, askedFor);
			return typeof outcome === 'string' ? undefined : outcome.reason;
		} finally {
			release();
		}
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

function named({ fileName, sizeBytes }: ComparedFile) {
	return { fileName, sizeBytes };
}

/** Of a file that is known by its fingerprints the size is not. */
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
