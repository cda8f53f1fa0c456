/**
 * Watches the memory of another process, on systems with /proc (Linux). The engine's limit covers
 * only the heap, not bytes of files and decoded pictures.
 */
import { readFile } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';

const everyMs = 200;
const pageSizeBytes = 4096;

/**
 * Calls `onExceeded` once if the process exceeds the limit. The returned function stops the watch.
 */
export function watchMemory(
	{ pid }: ChildProcess,
	mebibytesMax: number,
	onExceeded: () => void,
): () => void {
	const timer = setInterval(() => {
		void residentBytes(pid).then((bytes) => {
			if (bytes <= mebibytesMax * 1024 * 1024) return;
			clearInterval(timer);
			onExceeded();
		});
	}, everyMs);
	return () => clearInterval(timer);
}

/** 0 if unknown: another operating system, or a process that has just ended. */
async function residentBytes(pid: number | undefined): Promise<number> {
	try {
		const [, resident] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
		return Number(resident) * pageSizeBytes;
	} catch {
		return 0;
	}
}
