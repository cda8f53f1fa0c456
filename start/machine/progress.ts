/**
 * Tells a waiting person what a long step is doing: one line that is rewritten on a terminal,
 * a line now and then elsewhere.
 */

export interface ProgressOutput {
	readonly isTerminal: boolean;
	write(text: string): void;
}

export interface Step {
	readonly label: string;
	/** What there is to show so far, e.g. "1200 MB"; asked at every tick. */
	readonly amount?: () => string;
}

const terminalTickMs = 1000;
const logTickMs = 15_000;

export const standardOutput: ProgressOutput = {
	isTerminal: process.stdout.isTTY,
	write: (text) => void process.stdout.write(text),
};

/** Waits for the work and reports on it meanwhile; a rejection of the work passes through. */
export async function withProgress<Result>(
	output: ProgressOutput,
	step: Step,
	work: () => Promise<Result>,
): Promise<Result> {
	const startedAt = performance.now();
	const line = () => {
		const seconds = Math.round((performance.now() - startedAt) / 1000);
		const amount = step.amount ? `, ${step.amount()}` : '';
		return `  ${step.label} (${seconds} s${amount})`;
	};
	const show = output.isTerminal
		? () => output.write(`\r${line()}\x1b[K`)
		: () => output.write(`${line()}\n`);
	output.write(output.isTerminal ? `  ${step.label}` : `  ${step.label}\n`);
	const timer = setInterval(show, output.isTerminal ? terminalTickMs : logTickMs);
	try {
		return await work();
	} finally {
		clearInterval(timer);
		show();
		if (output.isTerminal) output.write('\n');
	}
}
