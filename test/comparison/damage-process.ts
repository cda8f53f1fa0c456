/**
 * A process that compares damaged files of every format, seed by seed, as a process of a comparison does,
 * but one pair after the other: starting a process a pair would take all the time there is.
 */
import type { ReportFacts } from '../../comparison/report/page';
import { levelNames } from '../../comparison/core/level';
import type { CompareRules } from '../../comparison/core/rules';
import { runComparison } from '../../comparison/worker/comparison-task';
import type { ComparedDamage } from './comparing-damaged';
import { damaged } from './damaged-files';
import { Random } from './quality/random';
import { soundFiles, type SoundFile } from './sound-files';

const rules: readonly CompareRules[] = [
	{},
	{},
	{ ignorePatterns: ['\\d+', '^[a-z ]*$'], ignoreCase: true, ignoreWhiteSpace: true },
	{ numberTolerance: 5, dateToleranceSeconds: 86_400, arrays: 'set', arrayKey: 'id' },
	{ ignorePaths: ['/items/*/price', '/**/name'], keyColumns: ['code'], ignoreColumns: ['B'] },
	{ ignoreRegions: [{ x: 0, y: 0, width: 0.5, height: 0.5 }], ignoreSelectors: ['nav', 'p + p'] },
];

const facts: ReportFacts = {
	...{ displayName: 'Damaged', level: 'High' as const, address: 'http://localhost/reports/one' },
	kept: { fileName: 'kept', version: 1, date: '2026-11-20T12:00:00.000Z' },
	sent: { fileName: 'sent', date: '2026-11-20T12:00:00.000Z' },
};

/** Files that came later have seeds of their own: a seed that was found means the same file for good. */
const later: ReadonlySet<string> = new Set(['talk.pptx']);
const laterEvery = 16;

let files: readonly SoundFile[] | undefined;

async function compared(seed: number): Promise<ComparedDamage> {
	files ??= await soundFiles();
	const random = new Random(seed);
	const isLater = seed % laterEvery === 0;
	const all = files.filter(({ fileName }) => later.has(fileName) === isLater);
	const chosen = <One>(list: readonly One[]) => list[random.below(list.length)] as One;
	const file = chosen(all);
	const damagedOnce = () => damaged(file.bytes, random, chosen(all).bytes);
	const [kept, sent] = [random.below(3) > 0 ? file.other : damagedOnce(), damagedOnce()];
	const side = ({ length }: Uint8Array) => ({ fileName: file.fileName, sizeBytes: length });
	const order = {
		...{ kept: side(kept), sent: side(sent), level: chosen(levelNames), rules: chosen(rules) },
		facts: random.below(4) > 0 ? facts : undefined,
	};
	const faults: string[] = [];
	const before = process.cpuUsage();
	const outcome = await runComparison(
		order,
		{ kept: once(kept), sent: once(sent) },
		{
			onProgress: () => undefined,
			onFault: (fault) => faults.push(fault instanceof Error ? `${fault.stack}` : String(fault)),
		},
	);
	const { user, system } = process.cpuUsage(before);
	const { report, ...rest } = outcome;
	const html = report && Buffer.from(report.html).toString();
	return {
		seed,
		fileName: file.fileName,
		outcome: rest,
		html,
		faults,
		cpuMs: (user + system) / 1000,
	};
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
	yield await Promise.resolve(bytes);
}

// As in a process of a comparison: libraries leave promises behind that nobody waits for.
process.on('unhandledRejection', () => undefined);

process.on('message', (seed) => {
	void compared(seed as number).then((answer) => process.send?.(answer));
});
