/**
 * Which version runs, and how its commands are called: a checkout has npm scripts, an installed
 * release one command, and a shrinkwrap in the place of the lock file.
 */
import fs from 'node:fs';
import path from 'node:path';

const code = path.resolve(__dirname, '..');
/** Beside `dist`, or the sources themselves. */
const project = path.extname(__filename) === '.js' ? path.dirname(code) : code;

export const isInstalled = fs.existsSync(path.join(project, 'npm-shrinkwrap.json'));

/** That of the manifest, which is the one place it is written. */
export const version = versionOf(fs.readFileSync(path.join(project, 'package.json'), 'utf8'));

/** Written by a build; undefined without one, and where it was built without git. */
export const commit = commitOf(path.join(code, 'commit'));

/** How a person calls an npm script of ours here. */
export function calledAs(script: string): string {
	if (isInstalled) return `sealkeeper ${script.replace(':', '-')}`;
	return script === 'start' ? 'npm start --' : `npm run --silent ${script} --`;
}

function versionOf(manifest: string): string {
	const { version: written } = JSON.parse(manifest) as { readonly version: string };
	return written;
}

function commitOf(file: string): string | undefined {
	return fs.existsSync(file) ? fs.readFileSync(file, 'utf8').trim() : undefined;
}
