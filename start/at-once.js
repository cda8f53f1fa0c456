/**
 * Runs scripts of package.json, two at a time. Prints the output of each when it has ended; the
 * first failure sets the exit code. Plain JavaScript, because it runs before a build.
 */
const { spawn } = require('node:child_process');

const atOnce = 2;

/** Resolves with the exit code. On Windows only a shell finds npm. */
function run(script) {
	return new Promise((resolve) => {
		const parts = [];
		const child = spawn('npm', ['run', '--silent', script], {
			shell: process.platform === 'win32',
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		for (const stream of [child.stdout, child.stderr])
			stream.on('data', (part) => parts.push(part));
		child.once('close', (code) => {
			process.stdout.write(Buffer.concat(parts));
			process.stdout.write(`npm run ${script}: ${code === 0 ? 'passed' : `failed with ${code}`}\n`);
			resolve(code ?? 1);
		});
	});
}

async function runAll(scripts) {
	const left = [...scripts];
	const codes = [];
	const runNext = async () => {
		for (let script = left.shift(); script !== undefined; script = left.shift()) {
			codes.push(await run(script));
		}
	};
	await Promise.all(Array.from({ length: atOnce }, runNext));
	return codes.find((code) => code !== 0) ?? 0;
}

void runAll(process.argv.slice(2)).then((code) => {
	process.exitCode = code;
});
