/**
 * First step of `npm start`: installs what is missing, then builds and launches with the
 * repository's own Node.js. One process does all three, because a shell remembers where it found
 * `node` before node_modules existed. Plain JavaScript for any Node.js from 20. Signals are
 * forwarded to the launcher.
 */
const { spawn } = require('node:child_process');
const path = require('node:path');
require('./install.js');

const root = path.resolve(__dirname, '..');
const binary = process.platform === 'win32' ? 'node.exe' : 'node';
const ownNode = path.join(root, 'node_modules', 'node', 'bin', binary);
const folders = [path.dirname(ownNode), process.env.PATH];
const env = { ...process.env, PATH: folders.join(path.delimiter) };

const parentPollMs = 500;
let running;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
	process.on(signal, () => running?.kill(signal));
}
// npm sends a signal only to its shell, which dies of it and does not forward it. The signal is
// sent once, because a second one would end everything immediately.
const parent = process.ppid;
const watch = setInterval(() => {
	if (process.ppid === parent) return;
	clearInterval(watch);
	running?.kill('SIGTERM');
}, parentPollMs).unref();

function run(script, args) {
	return new Promise((resolve) => {
		running = spawn(ownNode, [path.join(root, script), ...args], { env, stdio: 'inherit' });
		running.once('error', (error) => {
			process.stderr.write(`${ownNode} does not run: ${error.message}\n`);
			resolve(1);
		});
		running.once('exit', (code, signal) => resolve(signal ? 1 : (code ?? 1)));
	});
}

async function main() {
	const built = await run('start/build.js', []);
	if (built !== 0) return built;
	return run('dist/start/main.js', process.argv.slice(2));
}

main().then((code) => process.exit(code));
