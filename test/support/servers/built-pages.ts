/** The pages of `pages/`, built once for a run. */
import fs from 'node:fs';
import path from 'node:path';
import { buildPages } from '../../../pages/build';
import { lockFile } from '../../../server/exclusive-file';
import { projectRoot } from '../../../start/machine/project-root';
import { runFolderVariable } from './shared-postgres';

/** Set by `run.js`, which builds all of `dist` before the first test. */
const builtVariable = 'TEST_DIST_IS_BUILT';

const buildMs = 300_000;

/** The folder they lie in. */
export function builtPagesFolder(): string {
	if (process.env[builtVariable] === 'yes') return path.join(projectRoot(), 'dist', 'pages');
	const runFolder = process.env[runFolderVariable];
	if (runFolder === undefined) throw new Error('the tests run without their global set-up');
	const folder = path.join(runFolder, 'pages');
	const turn = lockFile(path.join(runFolder, 'pages.lock'), buildMs);
	if (turn === undefined) throw new Error('another process builds the pages for too long');
	try {
		if (!fs.existsSync(folder)) build(folder);
	} finally {
		turn.release();
	}
	return folder;
}

function build(folder: string): void {
	const draft = `${folder}.draft`;
	buildPages(draft);
	fs.renameSync(draft, folder);
}
