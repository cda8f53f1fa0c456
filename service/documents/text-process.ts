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
			next(isOurs(specifier, context.parentURL) ? `${specifier}.ts` : specifier, context),
	});
}

/** Packages name their own files without endings as well. */
function isOurs(specifier: string, from: string | undefined): boolean {
	return /^\.{1,2}\/(.*\/)?[^./]+$/.test(specifier) && from !== undefined && from.endsWith('.ts');
}
