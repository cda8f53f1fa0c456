/**
 * Finds the Redis program: on the PATH, or in a package unpacked below the server's folder. It
 * never downloads one: only the launcher does, before it starts a program.
 */
import fs from 'node:fs';
import path from 'node:path';

export interface Program {
	readonly file: string;
	/** For LD_LIBRARY_PATH. */
	readonly libraryPath: string | undefined;
}

const names = ['redis-server', 'valkey-server'];

const help =
	'no Redis was found: set REDIS_URL, or install the package redis-server (or valkey-server); ' +
	'npm start unpacks one into the data folder by itself on Debian and Ubuntu';

/** Throws with advice if there is none. */
export function findProgram(folder: string): Program {
	const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
	const file = programIn(onPath);
	if (file !== undefined) return { file, libraryPath: undefined };
	const program = path.join(folder, 'program');
	const root = path.join(program, 'root');
	// Written last, so that an interrupted unpacking is not used.
	const isComplete = fs.existsSync(path.join(program, 'complete'));
	const unpacked = isComplete ? programIn([path.join(root, 'usr', 'bin')]) : undefined;
	if (unpacked !== undefined) return { file: unpacked, libraryPath: libraryPathOf(root) };
	throw new Error(help);
}

function programIn(folders: readonly string[]): string | undefined {
	return names
		.flatMap((name) => folders.map((folder) => path.join(folder, name)))
		.find((file) => fs.existsSync(file));
}

/** Library folders of an unpacked package. */
export function libraryPathOf(root: string): string {
	const lib = path.join(root, 'usr', 'lib');
	if (!fs.existsSync(lib)) return '';
	const entries = fs.readdirSync(lib, { withFileTypes: true });
	const folders = entries.filter((entry) => entry.isDirectory());
	return [lib, ...folders.map(({ name }) => path.join(lib, name))].join(path.delimiter);
}
