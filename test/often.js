/**
 * Runs the quick tier many times and prints a table of the runs: `npm run test:often -- 12 --beside 2`
 * runs it twelve times beside two processes that keep a core busy each. What is fetched and built is
 * fetched and built once, before the first run. Fails when a run failed.
 */
const { spawn, spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { parseArgs } = require('node:util');
const { failedFile } = require('./closing-line');
const { node } = require('./run');

const root = path.resolve(__dirname, '..');
const options = { cwd: root, stdio: 'inherit' };
const busy = 'for (;;) Math.sqrt(2);';

function asked() {
	const { values, positionals } = parseArgs({
		options: { beside: { type: 'string', default: '0' } },
		allowPositionals: true,
	});
	const [runs, beside] = [positionals[0] ?? '1', values.beside].map(Number);
	if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(beside) || beside < 0) {
		throw new Error('Say how often: npm run test:often -- 12 [--beside 2]');
	}
	return { runs, beside };
}

function prepare() {
	for (const step of ['test/prepare.js', 'start/build.js']) {
		if (spawnSync(node, [step], options).status !== 0) process.exit(1);
	}
}

/** One run: how long it took, and which files failed. */
function run(number) {
	fs.rmSync(failedFile, { force: true });
	const startedAt = performance.now();
	const { status } = spawnSync(node, ['node_modules/jest/bin/jest.js'], {
		...options,
		env: { ...process.env, TEST_DIST_IS_BUILT: 'yes' },
	});
	const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
	const failed = fs.existsSync(failedFile) ? JSON.parse(fs.readFileSync(failedFile, 'utf8')) : [];
	const names = failed.map(({ file, project }) => `${file} (${project})`);
	const passed = status === 0;
	return {
		passed,
		row: `| ${number} | ${seconds} s | ${passed ? 'green' : 'FAILED'} | ${names.join(', ')} |`,
	};
}

function main() {
	const { runs, beside } = asked();
	prepare();
	const busyProcesses = Array.from({ length: beside }, () =>
		spawn(process.execPath, ['-e', busy], { stdio: 'ignore' }),
	);
	const results = [];
	while (results.length < runs) {
		results.push(run(results.length + 1));
		const head = [
			`Beside ${beside} busy processes:`,
			'| Run | Wall time | Result | Failed |',
			'| --- | --- | --- | --- |',
		];
		process.stdout.write(`${[...head, ...results.map(({ row }) => row)].join('\n')}\n`);
	}
	for (const one of busyProcesses) one.kill('SIGKILL');
	const green = results.filter(({ passed }) => passed).length;
	process.stdout.write(`${green} of ${runs} green\n`);
	process.exitCode = green === runs ? 0 : 1;
}

main();
