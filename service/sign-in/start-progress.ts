/**
 * What the launcher still does behind the service, such as fetching n8n, for the console. The launcher writes it to a
 * private file that it names; without one there is nothing to say.
 */
import fs from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { ownPagesAlone, signedIn, type SignInParts } from './session-routes';

/** Either a step under way, or where the program is; neither before the first step. */
interface StartProgress {
	readonly step?: string;
	readonly address?: string;
}

export function mountStartProgress(
	app: FastifyInstance,
	parts: Pick<SignInParts, 'accounts' | 'publicUrl'> & { readonly file: string | undefined },
): void {
	app.get('/session/start', ownPagesAlone(parts.publicUrl), async (request) => {
		await signedIn(parts, request);
		return parts.file === undefined ? {} : readProgress(parts.file);
	});
}

async function readProgress(file: string): Promise<StartProgress> {
	const text = await fs.readFile(file, 'utf8').catch((fault: unknown) => {
		if ((fault as NodeJS.ErrnoException).code === 'ENOENT') return '{}';
		throw fault;
	});
	return JSON.parse(text) as StartProgress;
}
