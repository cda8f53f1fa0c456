/** Finds the machine's npm, to run it with the repository's own Node.js. */
import path from 'node:path';

export interface NpmCommand {
	readonly command: string;
	readonly args: readonly string[];
}

/** In an npm script the environment names npm's path; otherwise the PATH is used. */
export function npmCommand(args: readonly string[], environment = process.env): NpmCommand {
	const script = environment.npm_execpath;
	if (script && path.basename(script) === 'npm-cli.js') {
		return { command: process.execPath, args: [script, ...args] };
	}
	return { command: 'npm', args };
}
