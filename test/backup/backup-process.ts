/** Makes copies as an operator does: by a process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import type { Ended, Environment } from '../support/programs/run-command';
import { runFolderVariable } from '../support/servers/shared-postgres';

const root = path.resolve(__dirname, '..', '..');
const runner = path.join(root, 'test', 'support', 'run', 'run-typescript.js');

function startProgram(
	file: string,
	args: readonly string[],
	environment: Environment,
): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
	// What belongs to the run of tests is no setting, and would be reported as none.
	const { [runFolderVariable]: _, ...own } = process.env;
	const child = spawn(process.execPath, [runner, file, ...args], {
		cwd: root,
		env: { ...own, ...environment },
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
	return {
		child,
		ended: ended.then(([output, complaint]) => ({ code: child.exitCode, output, complaint })),
	};
}

export function runMake(folder: string, environment: Environment): Promise<Ended> {
	return startMake(folder, environment).ended;
}

/** Starts to make a copy in a process of its own, which can be killed. */
export function startMake(folder: string, environment: Environment) {
	return startProgram('backup/main.ts', ['make', '--to', folder], environment);
}
