/** Finds the npm that came with this machine, to be run by the repository's own Node.js. */
import path from 'node:path';

export interface NpmCommand {
	readonly command: string;
	readonly args: readonly string[];
}

/** Under an npm script, npm says itself where it lies; elsewhere the PATH does. */
export function npmCommand(args: readonly string[], environment = process.env): NpmCommand {
	const script = environment.npm_execpath;
	if (script && path.basename(script) === 'npm-cli.js') {
		return { command: process.execPath, args: [script, ...args] };
	}
	return { command: 'npm', args };
}
