/**
 * The entry of a thread that compares two texts. It runs built and from the TypeScript source;
 * in the source imports have no ending, which Node.js must be told, so it loads the task itself.
 */
import { createRequire, registerHooks } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type * as textTask from './text-task';
import type { ThreadInput } from './text-threads';

const { module: file, task } = workerData as ThreadInput;

if (file.endsWith('.ts')) {
	registerHooks({
		resolve: (specifier, context, next) =>
			next(/^\.{1,2}\/(.*\/)?[^./]+$/.test(specifier) ? `${specifier}.ts` : specifier, context),
	});
}

const { runTextTask } = createRequire(file)(file) as typeof textTask;
parentPort?.postMessage(runTextTask(task));
