/**
 * Builds dist: tsc compiles every folder of tsconfig.json file by file, without a check of the
 * types (`npm run types` is that), gulp adds icons and codex files, esbuild the pages. Skips the
 * build if the sources have not changed; --force builds anyway. Plain JavaScript, because it runs
 * before anything is compiled. A lock makes concurrent builds wait for each other, so that
 * `npm start` and `npm test` can share one clone.
 */
const { spawnSync } = require('node:child_process');
const { createHash } = require('node:crypto');
const fs = require('node:fs');
const path = require('node:path');
const { DatabaseSync } = require('node:sqlite');
const { buildPages } = require('../pages/build');

const root = path.resolve(__dirname, '..');
const dist = path.join(root, 'dist');
const stamp = path.join(dist, '.sources');
const sourceFolders = [
	'api',
	'proof',
	'credentials',
	'nodes',
	'server',
	'comparison',
	'exchange',
	'service',
	'clients',
	'backup',
	'pages',
	'start',
	'tools',
	'test',
];
const sourceFiles = ['package-lock.json', 'package.json', 'tsconfig.json', 'gulpfile.js'];
const workspaces = ['server', 'comparison', 'service', 'exchange'];
const sourceEnding = /\.(ts|tsx|js|json|svg|png|html|css)$/;
const lockWaitMs = 10 * 60_000;

function* filesOf(folder) {
	const entries = fs.readdirSync(folder, { withFileTypes: true });
	for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
		if (entry.name === 'node_modules' || entry.name === 'dist') continue;
		const file = path.join(folder, entry.name);
		if (entry.isDirectory()) yield* filesOf(file);
		else if (sourceEnding.test(entry.name)) yield file;
	}
}

function sourcesHash() {
	const hash = createHash('sha256');
	const folders = sourceFolders.map((name) => path.join(root, name)).filter(fs.existsSync);
	const files = [
		...sourceFiles.map((name) => path.join(root, name)),
		...folders.flatMap((folder) => [...filesOf(folder)]),
	];
	for (const file of files) {
		const content = fs.readFileSync(file);
		hash.update(`${path.relative(root, file)}\0${content.length}\0`).update(content);
	}
	return hash.digest('hex');
}

/**
 * An exclusive SQLite transaction is a lock that the operating system releases when its process
 * dies.
 */
function holdBuildLock() {
	const folder = path.join(root, 'node_modules', '.cache');
	fs.mkdirSync(folder, { recursive: true });
	const lock = new DatabaseSync(path.join(folder, 'sealkeeper-build.lock'), {
		timeout: lockWaitMs,
	});
	lock.exec('BEGIN EXCLUSIVE');
	return lock;
}

function run(name, script, args) {
	const file = path.join(root, 'node_modules', ...script);
	const result = spawnSync(process.execPath, [file, ...args], { cwd: root, stdio: 'inherit' });
	if (result.status === 0) return;
	process.stderr.write(`The build stopped: ${name} reports what is printed above.\n`);
	process.exit(1);
}

/**
 * If a workspace needs another version of a package than the root, npm installs it in the
 * workspace's node_modules; the link lets code in dist find it, also once the checkout was copied or moved.
 */
function linkPackages(workspace) {
	const packages = path.join(root, workspace, 'node_modules');
	const compiled = path.join(dist, workspace);
	if (!fs.existsSync(packages) || !fs.existsSync(compiled)) return;
	fs.symlinkSync(
		path.relative(compiled, packages),
		path.join(compiled, 'node_modules'),
		'junction',
	);
}

function build(hash) {
	const startedAt = Date.now();
	process.stderr.write('Building...\n');
	fs.rmSync(dist, { recursive: true, force: true });
	run('tsc', ['typescript-7', 'bin', 'tsc'], ['--noCheck']);
	run('gulp', ['gulp', 'bin', 'gulp.js'], ['--silent']);
	buildPages(path.join(dist, 'pages'));
	workspaces.forEach(linkPackages);
	fs.writeFileSync(stamp, hash);
	process.stderr.write(`Built in ${((Date.now() - startedAt) / 1000).toFixed(1)} s.\n`);
}

/** Written whether or not anything is built: a commit may change no source. */
function writeCommit() {
	const file = path.join(dist, 'commit');
	fs.rmSync(file, { force: true });
	if (!fs.existsSync(path.join(root, '.git'))) return;
	const { status, stdout } = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root });
	if (status === 0) fs.writeFileSync(file, stdout);
}

function main() {
	const unknown = process.argv.slice(2).filter((argument) => argument !== '--force');
	if (unknown.length > 0) {
		process.stderr.write(`Unknown argument ${unknown[0]}; the only one is --force.\n`);
		process.exit(2);
	}
	const lock = holdBuildLock();
	require('./client-operations');
	const hash = sourcesHash();
	const built = fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === hash;
	if (!built || process.argv.includes('--force')) build(hash);
	writeCommit();
	lock.close();
}

main();
