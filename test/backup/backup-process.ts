/** Runs the commands of backup and restore, and others, as an operator does: as processes. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { runCommandLine, type Program } from '../../server/commands/shell';
import type { Terminal } from '../../server/commands/terminal';
import { runFolderVariable } from '../support/shared-postgres';

const root = path.resolve(__dirname, '..', '..');
const runner = path.join(root, 'test', 'support', 'run-typescript.js');

export interface Ended {
	readonly code: number | null;
	readonly output: string;
	readonly complaint: string;
}

export type Environment = Readonly<Record<string, string>>;

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

/** Runs a command of a program in this process, by the words an operator would write. */
export async function runCommand(
	program: Program,
	words: readonly string[],
	environment: Environment,
): Promise<Ended> {
	const output: string[] = [];
	const complaint: string[] = [];
	const terminal: Terminal = {
		isTTY: false,
		write: async (piece) => void output.push(piece),
		read: () => Promise.resolve(''),
		warn: (sentence) => void complaint.push(sentence),
	};
	const code = await runCommandLine(program, words, { environment, terminal });
	return { code, output: output.join(''), complaint: complaint.join('\n') };
}
