/** Input and output of a command: the process's streams, or those of a test. */
import { text as streamText } from 'node:stream/consumers';

export interface Terminal {
	readonly isTTY: boolean;
	/** Resolves when written. */
	write(piece: string): Promise<void>;
	/** All of standard input. */
	read(): Promise<string>;
	/** Prints to standard error. */
	warn(sentence: string): void;
}

/** The reader closed the output, as `| head -1` does; not a fault. */
export class BrokenPipe extends Error {}

/** The streams of this process. */
export function processTerminal(): Terminal {
	// Each write reports its own fault; without a listener the event would end the process.
	process.stdout.on('error', () => undefined);
	return {
		isTTY: process.stdout.isTTY,
		write: (piece) =>
			new Promise((resolve, reject) => {
				process.stdout.write(piece, (fault) => {
					if (!fault) return resolve();
					const { code } = fault as NodeJS.ErrnoException;
					if (code === 'EPIPE') return reject(new BrokenPipe());
					reject(new Error(`the answer could not be written: ${fault.message}`));
				});
			}),
		read: () => streamText(process.stdin),
		warn: (sentence) => void process.stderr.write(`${sentence}\n`),
	};
}
