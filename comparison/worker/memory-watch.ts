/**
 * Watches the memory of a child process, on Linux. V8's limit covers only its heap; buffers and
 * decoded pictures are outside of it.
 */
import { readFile } from 'node:fs/promises';

const everyMs = 200;
const pageSizeBytes = 4096;

/**
 * Calls `onExceeded` once if the process exceeds the limit; returns a function that stops watching.
 */
export function watchMemory(pid: number, mebibytesMax: number, onExceeded: () => void): () => void {
	const timer = setInterval(() => {
		void residentBytes(pid).then((bytes) => {
			if (bytes <= mebibytesMax * 1024 * 1024) return;
			clearInterval(timer);
			onExceeded();
		});
	}, everyMs);
	return () => clearInterval(timer);
}

/** 0 on other systems, or if the process has just ended. */
async function residentBytes(pid: number): Promise<number> {
	try {
		const [, resident] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
		return Number(resident) * pageSizeBytes;
	} catch {
		return 0;
	}
}
