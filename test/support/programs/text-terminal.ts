/** A terminal of the commands that keeps what is written to it. */
import type { Terminal } from '../../../server/commands/terminal';

export class TextTerminal implements Terminal {
	readonly isTTY: boolean;
	output = '';
	complaint = '';

	private readonly typed: string;

	constructor({
		isTTY = false,
		typed = '',
	}: { readonly isTTY?: boolean; readonly typed?: string } = {}) {
		this.isTTY = isTTY;
		this.typed = typed;
	}

	write(piece: string): Promise<void> {
		this.output += piece;
		return Promise.resolve();
	}

	read(): Promise<string> {
		return Promise.resolve(this.typed);
	}

	warn(sentence: string): void {
		this.complaint += `${sentence}\n`;
	}
}
