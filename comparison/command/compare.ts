/**
 * `compare KEPT SENT` compares two files, or the files of two folders by their paths, as the service does: each
 * pair in a confined process. Exit codes are those of `diff`: 0 equal, 1 different, 2 not compared.
 */
import fs from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { isoTime, systemClock, type Clock } from '../../server/clock';
import { CommandFault } from '../../server/commands/command-fault';
import { BrokenPipe, processTerminal, type Terminal } from '../../server/commands/terminal';
import { Refusal } from '../../server/refusal';
import { calledAs, isInstalled } from '../../server/release';
import { figuresOf, type Outcome } from '../core/outcome';
import { levelNames, type Level } from '../core/level';
import { addressBeside, type ReportFile } from '../core/report-file';
import { checkedRules } from '../core/rule-check';
import type { CompareRules } from '../core/rules';
import { carriedSizeBytesMax } from '../report/page';
import { Comparisons } from '../worker/comparisons';
import { fileOf, pairsOf, type Pair } from './pairs';
import { summaryOf } from './summary';

const usage = `Compares two files, or the files of two folders by their paths.

${calledAs('compare')} KEPT SENT [OPTIONS]

  --level LEVEL    what counts: ${levelNames.join(', ')}; High when left out
  --rules FILE     what is left out or taken less strictly, as JSON (docs/comparison.md)
  --report FILE    writes the report, one HTML page; of two folders a folder with a page for each difference
  --redline FILE   writes the sent document with tracked changes
  --patch FILE     writes the differences as a patch or a list
  --marked FILE    writes a marked copy of a PDF or a picture
  --json           prints all figures and changes as JSON
  --help           prints this

Ends with 0: equal, 1: different, 2: not compared.
As a tool of git: git difftool -x '${isInstalled ? 'sealkeeper compare' : 'npm run --silent --prefix FOLDER compare --'}'
`;

const options = {
	level: { type: 'string', default: 'High' },
	rules: { type: 'string' },
	report: { type: 'string' },
	redline: { type: 'string' },
	patch: { type: 'string' },
	marked: { type: 'string' },
	json: { type: 'boolean', default: false },
	help: { type: 'boolean', default: false },
} as const;

/** The files that an option writes, the first that there is. */
const kindsOf: Readonly<Record<'redline' | 'patch' | 'marked', readonly ReportFile['kind'][]>> = {
	redline: ['trackedChanges'],
	patch: ['unifiedDiff', 'jsonPatch', 'changes'],
	marked: ['markedPdf', 'overlay'],
};
const written = ['redline', 'patch', 'marked'] as const;

export interface Edges {
	readonly terminal: Terminal;
	/** Called with a share from 0 to 1 while a pair is compared. */
	readonly onProgress: (share: number) => void;
	readonly clock: Clock;
	/** What relative paths are meant from. */
	readonly folder: string;
}

const isDifferent = 1;
const notCompared = 2;

/** Returns the exit code. */
export async function runCompare(words: readonly string[], edges: Edges): Promise<number> {
	try {
		const asked = askedOf(words, edges.folder);
		if (asked === undefined) {
			await edges.terminal.write(usage);
			return 0;
		}
		return await compareAll(asked, edges);
	} catch (fault) {
		if (fault instanceof BrokenPipe) return notCompared;
		edges.terminal.warn(sentenceOf(fault));
		return notCompared;
	}
}

function sentenceOf(fault: unknown): string {
	if (fault instanceof Refusal) return fault.args.slice(-1).join(' ');
	return fault instanceof Error ? fault.message : String(fault);
}

interface CommandOptions extends Readonly<
	Partial<Record<(typeof written)[number] | 'report', string>>
> {
	readonly kept: string;
	readonly sent: string;
	readonly level: Level;
	readonly rules: CompareRules;
	readonly json: boolean;
}

/** Undefined if help is asked for. */
function askedOf(words: readonly string[], folder: string): CommandOptions | undefined {
	const { values, positionals } = parsed(words);
	if (values.help) return undefined;
	const [kept, sent, ...more] = positionals;
	if (kept === undefined || sent === undefined || more.length > 0) {
		throw new CommandFault(`give two files or two folders; --help says more`);
	}
	const level = levelNames.find((name) => name.toLowerCase() === values.level.toLowerCase());
	if (level === undefined) {
		throw new CommandFault(
			`--level is ${values.level}; it must be one of ${levelNames.join(', ')}`,
		);
	}
	const placed = (place: string | undefined) => place && path.resolve(folder, place);
	const [report, redline] = [placed(values.report), placed(values.redline)];
	const [patch, marked] = [placed(values.patch), placed(values.marked)];
	return {
		report,
		redline,
		patch,
		marked,
		json: values.json,
		level,
		kept: path.resolve(folder, kept),
		sent: path.resolve(folder, sent),
		rules: rulesIn(placed(values.rules)),
	};
}

function parsed(words: readonly string[]) {
	try {
		return parseArgs({ args: [...words], options, allowPositionals: true });
	} catch (fault) {
		throw new CommandFault(fault instanceof Error ? fault.message : String(fault));
	}
}

function rulesIn(file: string | undefined): CompareRules {
	if (file === undefined) return {};
	try {
		return checkedRules(JSON.parse(fs.readFileSync(file, 'utf8')) as Record<string, unknown>);
	} catch (fault) {
		throw new CommandFault(`--rules ${file}: ${sentenceOf(fault)}`);
	}
}

async function compareAll(asked: CommandOptions, edges: Edges): Promise<number> {
	const { isFolder, pairs } = pairsOf(asked.kept, asked.sent);
	const one = written.find((name) => asked[name] !== undefined);
	if (isFolder && one !== undefined) throw new CommandFault(`--${one} is for two files`);
	const comparisons = new Comparisons();
	const shown: object[] = [];
	const ends = { equal: 0, different: 0, unreadable: 0, single: 0 };
	try {
		const compare = (pair: Pair) => comparePair(comparisons, { asked, pair, isFolder }, edges);
		for await (const { pair, outcome } of inTurn(pairs, compare)) {
			ends[outcome?.outcome ?? 'single'] += 1;
			if (asked.json) {
				const { kept, sent } = pair;
				shown.push({ kept, sent, ...(outcome && figuresOf(outcome)) });
			} else if (!isFolder || outcome?.outcome !== 'equal') {
				await edges.terminal.write(summaryOf(pair, outcome));
			}
		}
	} finally {
		comparisons.close();
	}
	if (asked.json) {
		await edges.terminal.write(`${JSON.stringify(isFolder ? shown : shown[0], null, '\t')}\n`);
	} else if (isFolder) {
		const { equal, different, unreadable, single } = ends;
		await edges.terminal.write(
			`${equal} equal, ${different} different, ${unreadable} not readable, ${single} in one folder only.\n`,
		);
	}
	if (ends.unreadable > 0) return notCompared;
	return ends.different + ends.single > 0 ? isDifferent : 0;
}

/** The pairs in their order with their outcomes; the next pair is compared meanwhile. */
async function* inTurn(
	pairs: readonly Pair[],
	compare: (pair: Pair) => Promise<Outcome | undefined>,
) {
	const start = (pair: Pair | undefined) => {
		const outcome = pair && compare(pair);
		// Its fault is thrown when its turn comes.
		outcome?.catch(() => undefined);
		return outcome;
	};
	let next = start(pairs[0]);
	for (const [at, pair] of pairs.entries()) {
		const current = next;
		next = start(pairs[at + 1]);
		yield { pair, outcome: await current };
	}
}

interface PairToCompare {
	readonly asked: CommandOptions;
	readonly pair: Pair;
	readonly isFolder: boolean;
}

/** Undefined if there is only one of the two files. */
async function comparePair(
	comparisons: Comparisons,
	{ asked, pair, isFolder }: PairToCompare,
	{ onProgress, clock }: Edges,
): Promise<Outcome | undefined> {
	const { kept, sent, name } = pair;
	if (kept === undefined || sent === undefined) return undefined;
	const report =
		asked.report && (isFolder ? path.join(asked.report, `${name}.html`) : asked.report);
	const isReported = [report, ...written.map((option) => asked[option])].some(Boolean);
	const address = `${path.basename(report ?? name, '.html')} files`;
	const facts = {
		displayName: name,
		level: asked.level,
		address,
		kept: { fileName: path.basename(kept), date: fs.statSync(kept).mtime.toISOString() },
		sent: { fileName: path.basename(sent), date: isoTime(clock) },
	};
	const outcome = await comparisons.run(
		{
			kept: await fileOf(kept),
			sent: await fileOf(sent),
			level: asked.level,
			rules: asked.rules,
			facts: isReported ? facts : undefined,
		},
		{ owner: '', signal: new AbortController().signal, onProgress, isPatient: true },
	);
	if (report && (!isFolder || outcome.outcome !== 'equal')) writeReport(report, address, outcome);
	for (const option of written) {
		const file = asked[option];
		const isWritten = file !== undefined && outcome.outcome !== 'equal';
		if (isWritten) fs.writeFileSync(file, reportFile(option, outcome).bytes);
	}
	return outcome;
}

/** Writes the page, and the files beside it that it does not carry. */
function writeReport(file: string, address: string, { report }: Outcome): void {
	if (report === undefined) throw new Error('a report was asked for and not made');
	const folder = path.dirname(file);
	fs.mkdirSync(folder, { recursive: true });
	fs.writeFileSync(file, report.html);
	for (const { fileName, bytes } of report.files) {
		if (bytes.length <= carriedSizeBytesMax) continue;
		const beside = path.join(folder, decodeURIComponent(addressBeside(address, fileName)));
		fs.mkdirSync(path.dirname(beside), { recursive: true });
		fs.writeFileSync(beside, bytes);
	}
}

function reportFile(option: (typeof written)[number], { report }: Outcome): ReportFile {
	const files = report?.files ?? [];
	for (const kind of kindsOf[option]) {
		const found = files.find((file) => file.kind === kind);
		if (found !== undefined) return found;
	}
	const made = files.map(({ label }) => label).join(', ');
	throw new CommandFault(
		`nothing is written to --${option}: of these files there is ${made === '' ? 'no file beside the report' : made}`,
	);
}

/** Progress on one line of a terminal, removed at the end. */
function progressLine(): Edges['onProgress'] {
	if (!process.stderr.isTTY) return () => undefined;
	return (share) => {
		process.stderr.write(share < 1 ? `\rComparing: ${Math.floor(share * 100)} %` : '\r\u001b[K');
	};
}

if (require.main === module) {
	// npm runs a script in the folder of the package, and says here where it was called.
	const folder = process.env['INIT_CWD'] ?? process.cwd();
	const terminal = processTerminal();
	const edges = { terminal, onProgress: progressLine(), clock: systemClock, folder };
	void runCompare(process.argv.slice(2), edges).then((code) => (process.exitCode = code));
}
