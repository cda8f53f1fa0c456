/** Entry point of a sealing thread: answers each task with its result or fault. */
import { parentPort } from 'node:worker_threads';
import { runTask, type SealingTask } from './sealing-task';
import type { ThreadAnswer } from './sealing-threads';

async function answer(task: SealingTask): Promise<ThreadAnswer> {
	try {
		return { result: await runTask(task) };
	} catch (fault) {
		return { fault: fault instanceof Error ? fault.message : String(fault) };
	}
}

parentPort?.on('message', (task: SealingTask) => {
	void answer(task).then((done) => parentPort?.postMessage(done));
});
