/** qpdf and poppler's programs, for tests that ask others what a PDF is. */
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { libraryPathOf } from '../../../server/redis/program';
import { unpackedOnce } from './unpacked-packages';

/** Answers what the program wrote; throws when it finds a fault. */
export type PdfTool = (
	program: 'qpdf' | 'pdfinfo' | 'pdftotext' | 'pdfsig',
	...args: string[]
) => string;

/** From the PATH where they are there, else from the distribution's packages. */
export function pdfTools(): PdfTool {
	const isThere = [spawnSync('qpdf', ['--version']), spawnSync('pdftotext', ['-v'])].every(
		({ status }) => status === 0,
	);
	const root = isThere ? undefined : unpackedOnce('pdf-tools', ['qpdf', 'poppler-utils']);
	const env =
		root === undefined ? process.env : { ...process.env, LD_LIBRARY_PATH: libraryPathOf(root) };
	return (program, ...args) => {
		const file = root === undefined ? program : path.join(root, 'usr', 'bin', program);
		return execFileSync(file, args, { encoding: 'utf8', env });
	};
}
