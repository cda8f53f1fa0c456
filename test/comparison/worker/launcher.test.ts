/** What becomes of comparisons when the process that starts them, or one of them, is no longer there. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { Comparisons, usualLimits } from '../../../comparison/worker/comparisons';
import { runComparison } from '../../../comparison/worker/comparison-task';
import { present } from '../../../server/at';
import { projectRoot } from '../../../start/machine/project-root';
import { until } from '../../support/clients/requests';
import {
	comparisonProcesses,
	isThere,
	ownLaunchers,
} from '../../support/programs/comparison-processes';
import { file, pair, somebody } from '../comparing';

const facts = {
	displayName: 'Prices',
	level: 'High',
	address: 'https://keep.example/reports/t',
	kept: { fileName: 'a', version: 1, date: '2026-11-20T12:00:00.000Z' },
	sent: { fileName: 'b', date: '2026-11-20T12:00:00.000Z' },
} as const;

const launchers = ownLaunchers();
const noLauncher = () => until(() => Promise.resolve(launchers().length === 0 || undefined));
afterEach(noLauncher);

const launcher = () => present(launchers()[0], 'what starts processes');

test('when what starts processes is killed, a comparison is made of pieces, none is left, and the next is whole', async () => {
	const faults: string[] = [];
	const comparisons = new Comparisons(usualLimits, ({ message }) => faults.push(message));
	const kept = file('one');
	let first: number | undefined;
	const read = () => {
		if (first === undefined) {
			first = present(comparisonProcesses(launchers())[0], 'the process that compares');
			// It could not end by itself.
			process.kill(first, 'SIGSTOP');
			process.kill(launcher(), 'SIGKILL');
		}
		return kept.read();
	};
	const outcome = await comparisons.run(
		{ ...pair('one', 'two'), kept: { ...kept, read } },
		somebody,
	);
	expect(outcome).toMatchObject({ outcome: 'different', method: 'bytes' });
	expect(faults.join()).toContain('SIGKILL');
	const stopped = present(first, 'the first process');
	await until(() => Promise.resolve(isThere(stopped) ? undefined : true));
	expect(await comparisons.run(pair('one', 'two'), somebody)).toMatchObject({ method: 'words' });
	expect(faults).toHaveLength(1);
	comparisons.close();
});

test('a signal to the whole group leaves it, and one that is killed while nothing is compared is replaced', async () => {
	const comparisons = new Comparisons();
	await comparisons.tryOut();
	const before = launcher();
	process.kill(before, 'SIGINT');
	process.kill(before, 'SIGTERM');
	await comparisons.tryOut();
	expect(launcher()).toBe(before);
	process.kill(before, 'SIGKILL');
	await until(() => Promise.resolve(isThere(before) ? undefined : true));
	await comparisons.tryOut();
	expect(launchers()).toHaveLength(1);
	comparisons.close();
});

test('a report of many megabytes arrives as it was made, to the byte', async () => {
	const comparisons = new Comparisons();
	const lines = (word: string) =>
		Array.from({ length: 6_000 }, (_, at) => `${at} ${'grün '.repeat(40)}${word}${at}`).join('\n');
	const files = pair(lines('kept'), lines('sent'), { facts });
	const { report } = await comparisons.run(files, somebody);
	const told = { onProgress: () => undefined, onFault: (fault: unknown) => expect(fault).toBe(0) };
	const streams = { kept: await files.kept.read(), sent: await files.sent.read() };
	const here = await runComparison(files, streams, told);
	const [there, made] = [present(report, 'a report'), present(here.report, 'a report')];
	expect(there.html.length).toBeGreaterThan(4 * 1024 * 1024);
	expect(Buffer.compare(there.html, made.html)).toBe(0);
	expect(there.files).toEqual(made.files);
	comparisons.close();
});

test('a process that takes more memory than it may is ended, and pieces are compared', async () => {
	const comparisons = new Comparisons({ ...usualLimits, memoryMebibytes: 30 });
	const [kept, sent] = [file('one'), file('two')];
	let isFirst = true;
	const read = async () => {
		const first = present(comparisonProcesses(launchers())[0], 'the process that compares');
		// Node.js alone takes more.
		if (isFirst) await until(() => Promise.resolve(isThere(first) ? undefined : true));
		isFirst = false;
		return kept.read();
	};
	const outcome = await comparisons.run(
		{ ...pair('one', 'two'), sent, kept: { ...kept, read } },
		somebody,
	);
	expect(outcome.notes.join()).toContain('more time or memory');
	comparisons.close();
});

test('where too many files are open a comparison fails and says so, and the next one succeeds', () => {
	const file = JSON.stringify(path.join(projectRoot(), 'dist/comparison/worker/comparisons.js'));
	const code = `
		const fs = require('node:fs');
		const { Comparisons } = require(${file});
		const said = (comparisons) => comparisons.tryOut().then(() => 'compared', ({ message }) => message);
		const open = (count) => {
			const files = [];
			try {
				while (files.length < count) files.push(fs.openSync('/dev/null'));
			} catch (fault) {
				if (fault.code !== 'EMFILE') throw fault;
			}
			return { left: (count) => files.splice(0, count).forEach((file) => fs.closeSync(file)) };
		};
		(async () => {
			const all = open(Infinity);
			const comparisons = new Comparisons();
			console.log('at first:', await said(comparisons));
			all.left(Infinity);
			console.log('then:', await said(comparisons));
			const some = open(Infinity);
			some.left(3);
			for (let at = 0; at < 3; at += 1) console.log('later:', await said(comparisons));
			some.left(Infinity);
			console.log('at last:', await said(comparisons));
			comparisons.close();
		})();
	`;
	const { stdout } = spawnSync(
		'sh',
		['-c', 'ulimit -n 200 && exec "$0" -e "$1"', process.execPath, code],
		{ encoding: 'utf8' },
	);
	// Node.js may end what starts processes when a pipe of it arrives after all; it cannot be started again then.
	const later = expect.stringMatching(/^later: (too many files|spawn .* EMFILE)/);
	expect(stdout.trim().split('\n')).toEqual([
		`at first: spawn ${process.execPath} EMFILE`,
		...['then: compared', later, later, later, 'at last: compared'],
	]);
});
