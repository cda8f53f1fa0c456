/**
 * Before the first test of a run: ends and removes what runs that were killed have left, claims the
 * ports of this run, and makes a folder for all that its processes keep. The folder lies in memory
 * where there is enough of it: tests end processes and never the machine, so waiting for a disk would
 * show nothing. It also keeps the code that Node.js has compiled, so that a program that is started
 * for the hundredth time starts sooner.
 */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../../start/machine/project-root';
import { removeDeadRuns, runFolderPrefix } from './dead-runs';
import { claimPorts } from './ports';
import { machineFolderVariable } from '../servers/postgres';
import { runFolderVariable } from '../servers/shared-postgres';

const memoryFolder = '/dev/shm';

/** What the tests leave in memory at most, and what they need beside it. */
const keptBytesMax = 4 * 1024 ** 3;
const neededBytes = 2 * keptBytesMax;

export default async function beforeRun(): Promise<void> {
	const roomy = roomyFolder();
	removeDeadRuns(new Set([roomy, memoryFolder, os.tmpdir()]));
	await claimPorts();
	execFileSync(process.execPath, [path.join(projectRoot(), 'start', 'client-operations.js')]);
	const folder = fs.mkdtempSync(path.join(roomy, `${runFolderPrefix}${process.pid}-`));
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
		`require(${JSON.stringify(path.join(projectRoot(), 'start', 'typescript.js'))});`,
	];
	fs.writeFileSync(path.join(folder, 'typescript.js'), lines.join('\n'));
}

function roomyFolder(): string {
	if (!fs.existsSync(memoryFolder)) return os.tmpdir();
	const { bavail, bsize } = fs.statfsSync(memoryFolder);
	const isRoomy = bavail * bsize > keptBytesMax && process.availableMemory() > neededBytes;
	return isRoomy ? memoryFolder : os.tmpdir();
}
