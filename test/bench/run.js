/**
 * Runs one compiled benchmark in a process of its own: `npm run bench -- engine`. The benchmark
 * may ask for garbage collection, so that memory figures are of what is alive.
 */
const { spawnSync } = require('node:child_process');
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

const folder = join(__dirname, '..', '..', 'dist', 'test', 'bench');

/** A benchmark is a compiled file that exports `run`; the others here are what they share. */
function benchmarkNames() {
	if (!existsSync(folder)) return [];
	return readdirSync(folder)
		.filter((file) => file.endsWith('.js'))
		.filter((file) => /^exports\.run = /m.test(readFileSync(join(folder, file), 'utf8')))
		.map((file) => file.slice(0, -'.js'.length));
}

const names = benchmarkNames();
const name = process.argv[2];
if (names.includes(name)) {
	const file = join(folder, `${name}.js`);
	const done = spawnSync(process.execPath, ['--expose-gc', file, ...process.argv.slice(3)], {
		stdio: 'inherit',
	});
	process.exitCode = done.status ?? 1;
} else {
	const choice = names.length > 0 ? names.join(', ') : 'none is compiled, build first';
	process.stderr.write(`name one benchmark: ${choice}\n`);
	process.exitCode = 2;
}
