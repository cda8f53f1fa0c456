/**
 * Before the first test of a run: a folder for all that its processes keep but for PostgreSQL, in
 * memory where there is enough of it, since tests end processes and never the machine, and waiting for
 * a disk would show nothing. The code that Node.js has compiled lies in it as well, so that a program that is started
 * for the hundredth time starts sooner.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { processStart } from '../../start/process-record';
import { machineFolderVariable } from './postgres';
import { runFolderVariable } from './shared-postgres';

const memoryFolder = '/dev/shm';
const prefix = 'sealkeeper-tests-of-';

/** What the tests leave in memory at most, and what they need beside it. */
const keptBytesMax = 4 * 1024 ** 3;
const neededBytes = 2 * keptBytesMax;

export default function beforeRun(): void {
	const roomy = roomyFolder();
	removeLeft(roomy);
	const folder = fs.mkdtempSync(path.join(roomy, `${prefix}${process.pid}-`));
	process.env[machineFolderVariable] = os.tmpdir();
	process.env[runFolderVariable] = folder;
	process.env['TMPDIR'] = folder;
	process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled');
	writeLoader(folder);
}

/** What a process without an environment loads before our TypeScript: it works as one that has it. */
function writeLoader(folder: string): void {
	const compiled = path.join(folder, 'compiled');
	const lines = [
		`process.env[${JSON.stringify(runFolderVariable)}] = __dirname;`,
		`require('node:module').enableCompileCache(${JSON.stringify(compiled)});`,
		`require(${JSON.stringify(path.join(__dirname, 'typescript.js'))});`,
	];
	fs.writeFileSync(path.join(folder, 'typescript.js'), lines.join('\n'));
}

/** What runs that were killed have left; each names its process. */
function removeLeft(roomy: string): void {
	for (const name of fs.readdirSync(roomy)) {
		const pid = name.startsWith(prefix) ? Number.parseInt(name.slice(prefix.length), 10) : NaN;
		if (Number.isNaN(pid) || processStart(pid) !== undefined) continue;
		fs.rmSync(path.join(roomy, name), { recursive: true, force: true });
	}
}

function roomyFolder(): string {
	if (!fs.existsSync(memoryFolder)) return os.tmpdir();
	const { bavail, bsize } = fs.statfsSync(memoryFolder);
	const isRoomy = bavail * bsize > keptBytesMax && process.availableMemory() > neededBytes;
	return isRoomy ? memoryFolder : os.tmpdir();
}
