/**
 * The log of a program on standard output. Lines of one turn of the event loop are written
 * together, because each write is a system call. They are flushed at exit; a killed process loses
 * those of the current turn.
 */
import { Writable } from 'node:stream';

/** Collects lines until the end of the turn. */
export class BufferedLog extends Writable {
	private lines = '';

	constructor(private readonly handOn: (lines: string) => void) {
		super({ decodeStrings: false });
	}

	override _write(line: string | Buffer, _encoding: BufferEncoding, done: () => void): void {
		if (this.lines === '') setImmediate(() => this.flush());
		this.lines += line.toString();
		done();
	}

	/** Writes what has come so far. */
	flush(): void {
		const { lines } = this;
		this.lines = '';
		if (lines !== '') this.handOn(lines);
	}
}

export const processLog = new BufferedLog((lines) => void process.stdout.write(lines));
process.once('exit', () => processLog.flush());
