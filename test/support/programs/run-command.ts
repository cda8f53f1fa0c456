/** A command of a program, run in this process. */
import { runCommandLine, type Program } from '../../../server/commands/shell';
import type { Terminal } from '../../../server/commands/terminal';

export interface Ended {
	readonly code: number | null;
	readonly output: string;
	readonly complaint: string;
}

export type Environment = Readonly<Record<string, string>>;

/** By the words an operator would write, and what stands on standard input. */
export async function runCommand(
	program: Program,
	words: readonly string[],
	environment: Environment,
	input = '',
): Promise<Ended> {
	const output: string[] = [];
	const complaint: string[] = [];
	const terminal: Terminal = {
		isTTY: false,
		write: async (piece) => void output.push(piece),
		read: () => Promise.resolve(input),
		warn: (sentence) => void complaint.push(sentence),
	};
	const code = await runCommandLine(program, words, { environment, terminal });
	return { code, output: output.join(''), complaint: complaint.join('\n') };
}
