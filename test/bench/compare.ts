/**
 * Comparisons from two files to outcome and report, each in its process as the service runs it, beside
 * the programs and packages people would use on the same files; what a process and the service's own
 * take of memory; and how long other requests take while two comparisons run.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { diffLines } from 'diff';
import sharp from 'sharp';
import { Comparisons, type ComparedFile } from '../../comparison/worker/comparisons';
import { comparisonProcesses } from '../support/programs/comparison-processes';
import { csvPair, jsonPair, pdfPair, picturePair, textPairs, type FilePair } from './compare/files';
import { beside } from './compare/service';
import {
	machineConditions,
	printResult,
	quantile,
	rounded,
	sized,
	type BenchResult,
} from './parts/result';

const rounds = sized(3, 1);
const facts = {
	displayName: 'Document',
	level: 'High',
	address: 'http://localhost/reports/one',
	kept: { fileName: 'kept', version: 1, date: '2026-01-01T00:00:00.000Z' },
	sent: { fileName: 'sent', date: '2026-01-02T00:00:00.000Z' },
} as const;

/** What a comparison falls back to when the contents took too much: less work than is measured here. */
const methodsOfPieces: readonly string[] = ['bytes', 'pieces of bytes'];

type Figures = Record<string, number>;

export async function run(): Promise<BenchResult> {
	const pairs = [
		...textPairs(),
		jsonPair(),
		csvPair(),
		await pdfPair(50, 1_500),
		await pdfPair(sized(500, 20), 12_000),
		await picturePair(),
	];
	const figures: Figures = {};
	const targets: Record<string, { readonly atMost: number }> = {};
	for (const pair of pairs) {
		Object.assign(figures, await measure(pair));
		targets[`${pair.name}_processMebibytes`] = { atMost: 400 };
		targets[`${pair.name}_serviceMebibytes`] = { atMost: 50 };
		if (pair.atMostMs !== undefined) targets[`${pair.name}_ms`] = { atMost: pair.atMostMs };
	}
	Object.assign(figures, await others(pairs));
	figures['text10000Lines_timesDiff'] =
		(figures['text10000Lines_ms'] ?? NaN) / (figures['text10000Lines_diffMs'] ?? NaN);
	targets['text10000Lines_timesDiff'] = { atMost: 3 };
	Object.assign(
		figures,
		await beside(pairs.find(({ name }) => name.startsWith('pdf') && name !== 'pdf50Pages')),
	);
	targets['othersP99_times'] = { atMost: 2 };
	const conditions = {
		...machineConditions(),
		rounds: `${rounds}, the median is shown`,
		level: 'High, with report',
		processes:
			'each comparison has one, which waits for it; the first one of a service has to start it',
	};
	return { name: 'compare', conditions, figures: rounded(figures), targets };
}

async function measure(pair: FilePair): Promise<Figures> {
	const comparisons = new Comparisons();
	const files = {
		kept: fileOf(pair.kept, pair.fileName),
		sent: fileOf(pair.sent, pair.fileName),
		level: 'High',
		rules: {},
		facts,
	} as const;
	const times: number[] = [];
	const watch = new MemoryWatch();
	for (let round = 0; round <= rounds; round += 1) {
		await childrenWait();
		const startedAt = performance.now();
		const outcome = await comparisons.run(files, { owner: 'bench', signal: AbortSignal.any([]) });
		times.push(performance.now() - startedAt);
		if (outcome.outcome !== 'different' || methodsOfPieces.includes(outcome.method)) {
			throw new Error(`${pair.name}: ${outcome.summary} (${outcome.method})`);
		}
	}
	const { childMebibytes, ownMebibytes } = watch.end();
	const [first = NaN, ...further] = times;
	return {
		[`${pair.name}_ms`]: quantile(further, 0.5),
		[`${pair.name}_firstMs`]: first,
		[`${pair.name}_processMebibytes`]: childMebibytes,
		[`${pair.name}_serviceMebibytes`]: ownMebibytes,
	};
}

function fileOf(bytes: Uint8Array, fileName: string): ComparedFile {
	return {
		fileName,
		sizeBytes: bytes.length,
		hash: createHash('sha256').update(bytes).digest('hex'),
		read: () => Promise.resolve(slices(bytes)),
	};
}

async function* slices(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	for (let from = 0; from < bytes.length; from += 65_536) {
		yield await Promise.resolve(bytes.subarray(from, from + 65_536));
	}
}

/** A process begins to rehearse a quarter of a second after its start. */
const looksAlike = 5;

/** Resolves once no process of a comparison uses the processor: the next one is ready. */
async function childrenWait(): Promise<void> {
	let [ticks, alike] = [-1, 0];
	while (alike < looksAlike) {
		const now = comparisonProcesses().reduce((sum, child) => sum + ticksOf(child), 0);
		alike = now === ticks ? alike + 1 : 0;
		ticks = now;
		await delay(100);
	}
}

/** Hundredths of a second of processor time; 0 for a child that has ended. */
function ticksOf(child: number): number {
	try {
		const fields = fs.readFileSync(`/proc/${child}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
		return Number(fields[11]) + Number(fields[12]);
	} catch {
		return 0;
	}
}

/** The most that this process has gained, and that a child has held, as the system tells it. */
class MemoryWatch {
	private readonly before = residentAfterCollection();
	private own = this.before;
	private child = 0;
	private readonly timer = setInterval(() => this.look(), 20);

	end() {
		clearInterval(this.timer);
		return {
			childMebibytes: this.child / 1024,
			ownMebibytes: (this.own - this.before) / 1024 / 1024,
		};
	}

	private look(): void {
		this.own = Math.max(this.own, process.memoryUsage().rss);
		for (const child of comparisonProcesses()) {
			this.child = Math.max(this.child, highWaterKibibytes(child));
		}
	}
}

/** What earlier pairs left behind is not there to be used again. */
function residentAfterCollection(): number {
	globalThis.gc?.();
	return process.memoryUsage().rss;
}

function highWaterKibibytes(pid: number): number {
	try {
		const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
		return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0);
	} catch {
		// It has ended since.
		return 0;
	}
}

async function others(pairs: readonly FilePair[]): Promise<Figures> {
	const [text] = pairs;
	const picture = pairs.find(({ name }) => name === 'pictureA4At300Dpi');
	if (text === undefined || picture === undefined) throw new Error('both pairs are measured');
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-bench-'));
	const [kept, sent] = [path.join(folder, 'kept.txt'), path.join(folder, 'sent.txt')];
	fs.writeFileSync(kept, text.kept);
	fs.writeFileSync(sent, text.sent);
	const figures = {
		text10000Lines_diffMs: timed(() => spawnSync('diff', ['-u', kept, sent])),
		text10000Lines_gitWordDiffMs: timed(() =>
			spawnSync('git', ['diff', '--no-index', '--word-diff', kept, sent]),
		),
		text10000Lines_jsdiffMs: timed(() =>
			diffLines(Buffer.from(text.kept).toString(), Buffer.from(text.sent).toString()),
		),
		pictureA4At300Dpi_pixelmatchMs: await pixelmatchMs(picture),
		...pdfFigures(folder, pairs),
	};
	fs.rmSync(folder, { recursive: true });
	return figures;
}

function pdfFigures(folder: string, pairs: readonly FilePair[]): Figures {
	const pair = pairs.find(({ name }) => name === 'pdf50Pages');
	if (pair === undefined || spawnSync('pdftotext', ['-v']).error !== undefined) return {};
	const file = path.join(folder, 'a.pdf');
	fs.writeFileSync(file, pair.kept);
	const text = () => execFileSync('pdftotext', [file, '-']);
	return { pdf50Pages_twicePdftotextMs: timed(() => [text(), text()]) };
}

async function pixelmatchMs({ kept, sent }: FilePair): Promise<number> {
	const raw = (bytes: Uint8Array) =>
		sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
	const [one, other] = [await raw(kept), await raw(sent)];
	const { width, height } = one.info;
	const { default: pixelmatch } = await import('pixelmatch');
	return timed(() => pixelmatch(one.data, other.data, undefined, width, height));
}

function timed(work: () => unknown): number {
	const times = Array.from({ length: rounds }, () => {
		const startedAt = performance.now();
		work();
		return performance.now() - startedAt;
	});
	return quantile(times, 0.5);
}

if (require.main === module) void run().then(printResult);
