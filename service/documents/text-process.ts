/**
 * The entry of a process that compares two texts and ends. It runs built and from the TypeScript
 * source; in the source imports have no ending, which Node.js does not expect, so it loads the task
 * itself.
 */
import { createRequire, registerHooks } from 'node:module';
import type { ProcessInput } from './text-processes';
import type * as textTask from './text-task';

process.once('message', (message) => {
	const { module: file, task } = message as ProcessInput;
	if (file.endsWith('.ts')) nameEndings();
	const { runTextTask } = createRequire(file)(file) as typeof textTask;
	process.send?.(runTextTask(task), undefined, undefined, () => process.disconnect());
});

function nameEndings(): void {
	registerHooks({
		resolve: (specifier, context, next) =>
			next(/^\.{1,2}\/(.*\/)?[^./]+$/.test(specifier) ? `${specifier}.ts` : specifier, context),
	});
}
