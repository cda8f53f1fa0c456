/**
 * Runs one compiled benchmark in a process of its own: `npm run bench -- engine`. The benchmark
 * may ask for garbage collection, so that memory figures are of what is alive.
 */
const { spawnSync } = require('node:child_process');
const { readdirSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '..', '..', 'dist', 'test', 'bench');

/** A benchmark is a compiled file that exports `run`; the others here are what they share. */
function benchmarkNames() {
	return readdirSync(folder)
		.filter((file) => file.endsWith('.js'))
		.filter((file) => typeof require(join(folder, file)).run === 'function')
		.map((file) => file.slice(0, -'.js'.length));
}

const name = process.argv[2];
if (name === undefined || !benchmarkNames().includes(name)) {
	process.stderr.write(`name one benchmark: ${benchmarkNames().join(', ')}\n`);
	process.exitCode = 2;
} else {
	const file = join(folder, `${name}.js`);
	const done = spawnSync(process.execPath, ['--expose-gc', file, ...process.argv.slice(3)], {
		stdio: 'inherit',
	});
	process.exitCode = done.status ?? 1;
}
