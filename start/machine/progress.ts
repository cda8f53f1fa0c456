/**
 * Shows the progress of a long step: one rewritten line on a terminal, otherwise a line every 15
 * s.
 */

export interface ProgressOutput {
	readonly isTerminal: boolean;
	write(text: string): void;
	/** Called with the label of each step that begins. */
	readonly onStep?: (label: string) => void;
}

export interface Step {
	readonly label: string;
	/** Amount done so far, such as "1200 MB"; called at every tick. */
	readonly amount?: () => string;
}

const terminalTickMs = 1000;
const logTickMs = 15_000;

export const standardOutput: ProgressOutput = {
	isTerminal: process.stdout.isTTY,
	write: (text) => void process.stdout.write(text),
};

/** Shows progress until the work ends; a rejection is passed on. */
export async function withProgress<Result>(
	output: ProgressOutput,
	step: Step,
	work: () => Promise<Result>,
): Promise<Result> {
	output.onStep?.(step.label);
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
