/**
 * Prepares a fresh clone: installs the locked packages and the repository's own Node.js. Plain
 * JavaScript for any Node.js from 20; every later command in the same npm script finds Node.js 24
 * first on the PATH.
 */
const { spawnSync } = require('node:child_process');
const fs = require('node:fs');
const path = require('node:path');
const { binaryFault } = require('./node-binary');

const root = path.resolve(__dirname, '..');
const nodeModules = path.join(root, 'node_modules');
const ownNode = path.join(nodeModules, '.bin', process.platform === 'win32' ? 'node.cmd' : 'node');
const binary = path.join(
	nodeModules,
	'node',
	'bin',
	process.platform === 'win32' ? 'node.exe' : 'node',
);
const stamp = path.join(nodeModules, '.sealkeeper-lock');

const lock = fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8');
const wantedNode = require(path.join(root, 'package.json')).devDependencies.node;

const installed = () => fs.existsSync(stamp) && fs.readFileSync(stamp, 'utf8') === lock;
const runsNode = () => {
	const answer = spawnSync(ownNode, ['--version'], { encoding: 'utf8' });
	return answer.status === 0 && answer.stdout.trim() === `v${wantedNode}`;
};

function npm(args) {
	const result = spawnSync('npm', args, {
		cwd: root,
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (result.status !== 0) {
		process.stderr.write(`npm ${args.join(' ')} did not succeed; what it printed is above.\n`);
		process.exit(result.status ?? 1);
	}
}

function stop(message) {
	process.stderr.write(`${message}\n`);
	process.exit(1);
}

/**
 * The program is checked after it was downloaded and before it runs; later starts trust the stamp.
 */
function installNode() {
	if (binaryFault(binary) !== undefined) {
		npm(['rebuild', 'node', '--ignore-scripts=false', '--loglevel=error']);
	}
	const fault = binaryFault(binary);
	if (fault !== undefined) stop(fault);
	if (!runsNode()) stop(`Node.js ${wantedNode} in node_modules/node does not run here.`);
}

const isInstalled = installed();
if (!isInstalled) {
	process.stdout.write('Installing the locked packages (about a minute, once per clone)...\n');
	npm(['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}
if (!isInstalled || !runsNode()) installNode();
fs.writeFileSync(stamp, lock);
