/**
 * The entry of a process that makes one comparison and ends. The files come by two pipes, so that the
 * service holds neither; what is to be done comes by message, and progress and outcome go back so. It
 * runs built and from the TypeScript source; in the source imports have no ending, which Node.js does
 * not expect, so it loads the task itself.
 */
import { createRequire, registerHooks } from 'node:module';
import { Socket } from 'node:net';
import type { ProcessAnswer, ProcessInput } from './comparisons';
import type * as comparisonTask from './comparison-task';

/** Where the pipes lie; the third place after the usual ones is the channel of messages. */
const keptDescriptor = 3;
const sentDescriptor = 4;

process.once('message', (message) => {
	const { module: file, order } = message as ProcessInput;
	if (file.endsWith('.ts')) nameEndings();
	const { runComparison } = createRequire(file)(file) as typeof comparisonTask;
	const answer = (part: ProcessAnswer, then?: () => void) =>
		process.send?.(part, undefined, undefined, then);
	const streams = { kept: opened(keptDescriptor), sent: opened(sentDescriptor) };
	const done = runComparison(order, streams, (progress) => answer({ progress }));
	void done.then((outcome) => answer({ outcome }, () => process.exit()));
});

function opened(descriptor: number): AsyncIterable<Uint8Array> {
	return new Socket({ fd: descriptor, readable: true, writable: false });
}

/** Of what the sources import from each other; packages name their own endings. */
function nameEndings(): void {
	registerHooks({
		resolve: (specifier, context, next) =>
			next(isOurs(specifier, context.parentURL) ? typescriptName(specifier) : specifier, context),
	});
}

function isOurs(specifier: string, from: string | undefined): boolean {
	return specifier.startsWith('.') && from !== undefined && from.endsWith('.ts');
}

function typescriptName(specifier: string): string {
	return specifier.endsWith('.ts') ? specifier : `${specifier.replace(/\.js$/, '')}.ts`;
}
