/** Tells the service how far a program has come that starts behind it, by a file that is replaced as a whole. */
import fs from 'node:fs';
import path from 'node:path';
import type { ProgressOutput } from './progress';

export interface ProgressFile {
	readonly output: ProgressOutput;
	/** The program is there. */
	end(address: string): void;
}

export function progressFilePath(dataFolder: string): string {
	return path.join(dataFolder, 'start', 'n8n-progress.json');
}

/** An output whose steps are written to the file as well. */
export function openProgressFile(file: string, output: ProgressOutput): ProgressFile {
	const write = (progress: object) => {
		fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
		fs.writeFileSync(`${file}.partial`, JSON.stringify(progress), { mode: 0o600 });
		fs.renameSync(`${file}.partial`, file);
	};
	fs.rmSync(file, { force: true });
	return {
		output: { ...output, onStep: (step) => write({ step }) },
		end: (address) => write({ address }),
	};
}
