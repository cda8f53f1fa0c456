/**
 * Before the first test of a run: a folder for all that its processes keep, in memory where there is
 * enough of it, since tests end processes and never the machine, and waiting for a disk would show
 * nothing. The code that Node.js has compiled lies in it as well, so that a program that is started
 * for the hundredth time starts sooner.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { machineFolderVariable } from './postgres';
import { runFolderVariable } from './shared-postgres';

const memoryFolder = '/dev/shm';

/** What the tests leave in memory at most, and what they need beside it. */
const keptBytesMax = 4 * 1024 ** 3;
const neededBytes = 2 * keptBytesMax;

export default function beforeRun(): void {
	const folder = fs.mkdtempSync(path.join(roomyFolder(), 'sealkeeper-tests-'));
	// Started by root, a database server runs as somebody else.
	fs.chmodSync(folder, 0o711);
	process.env[machineFolderVariable] = os.tmpdir();
	process.env[runFolderVariable] = folder;
	process.env['TMPDIR'] = folder;
	process.env['NODE_COMPILE_CACHE'] = path.join(folder, 'compiled');
}

function roomyFolder(): string {
	if (!fs.existsSync(memoryFolder)) return os.tmpdir();
	const { bavail, bsize } = fs.statfsSync(memoryFolder);
	const isRoomy = bavail * bsize > keptBytesMax && process.availableMemory() > neededBytes;
	return isRoomy ? memoryFolder : os.tmpdir();
}
