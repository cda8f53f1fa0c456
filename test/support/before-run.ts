/** Before the first test of a run: a folder for what its processes share. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { runFolderVariable } from './shared-postgres';

export default function beforeRun(): void {
	process.env[runFolderVariable] = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-tests-'));
}
