/** A terminal of the commands that keeps what is written to it. */
import type { Terminal } from '../../server/commands/terminal';

export class TextTerminal implements Terminal {
	readonly isTTY: boolean;
	output = '';
	complaint = '';

	constructor({ isTTY = false }: { readonly isTTY?: boolean } = {}) {
		this.isTTY = isTTY;
	}

	write(piece: string): Promise<void> {
		this.output += piece;
		return Promise.resolve();
	}

	read(): Promise<string> {
		return Promise.resolve('');
	}

	warn(sentence: string): void {
		this.complaint += `${sentence}\n`;
	}
}
