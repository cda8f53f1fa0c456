/** The pages of `pages/`, built once for the files of a process, since that takes a moment only. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { buildPages } from '../../pages/build';

let folder: string | undefined;

/** The folder they lie in; it goes with the folder for temporary files of the run. */
export function builtPagesFolder(): string {
	folder ??= build();
	return folder;
}

function build(): string {
	const target = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-pages-'));
	buildPages(target);
	return target;
}
