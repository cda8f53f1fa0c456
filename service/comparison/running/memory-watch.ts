/**
 * Watches how much memory another process takes, where the system tells it as files (Linux). The limit
 * of the engine covers its heap alone; bytes of files and decoded pictures lie outside of it.
 */
import { readFile } from 'node:fs/promises';
import type { ChildProcess } from 'node:child_process';

const everyMs = 200;
const pageSizeBytes = 4096;

/** Calls `onExceeded` once when the process takes more; stops at the call that is given back. */
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

/** 0 where nothing tells it: another system, or a process that has just ended. */
async function residentBytes(pid: number | undefined): Promise<number> {
	try {
		const [, resident] = (await readFile(`/proc/${pid}/statm`, 'utf8')).split(' ');
		return Number(resident) * pageSizeBytes;
	} catch {
		return 0;
	}
}
