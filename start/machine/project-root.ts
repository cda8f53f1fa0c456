/** Works from the TypeScript sources and from dist. */
import fs from 'node:fs';
import path from 'node:path';

const locks = ['package-lock.json', 'npm-shrinkwrap.json'];

/** The nearest parent folder with a lock file; that of an installed release is a shrinkwrap. */
export function projectRoot(): string {
	let folder = __dirname;
	while (!locks.some((lock) => fs.existsSync(path.join(folder, lock)))) {
		const above = path.dirname(folder);
		if (above === folder) throw new Error(`No lock file above ${__dirname}.`);
		folder = above;
	}
	return folder;
}
