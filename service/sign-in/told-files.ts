/**
 * What other programs of the installation tell the console, each by a small private file: the launcher what it still
 * does behind the service, such as fetching n8n, and the backup when it was made last.
 */
import fs from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { isAbsent } from '../../server/durable-files';
import { ownPagesAlone, signedIn, type SignInParts } from './session-routes';

/** In the data folder: `takenAt` of the last copy, ISO 8601 in UTC. */
export const lastBackupName = 'last-backup.json';

interface TellingParts extends Pick<SignInParts, 'accounts' | 'publicUrl'> {
	/** `step` under way, or `address` of the program that is there; undefined without a launcher. */
	readonly startProgressFile: string | undefined;
	readonly dataFolder: string;
}

export function mountToldFiles(app: FastifyInstance, parts: TellingParts): void {
	const { startProgressFile, dataFolder } = parts;
	const guard = ownPagesAlone(parts.publicUrl);
	app.get('/session/start', guard, async (request) => {
		await signedIn(parts, request);
		return startProgressFile === undefined ? {} : read(startProgressFile);
	});
	app.get('/session/last-backup', guard, async (request) => {
		await signedIn(parts, request);
		return read(path.join(dataFolder, lastBackupName));
	});
}

/** An empty record before there is a file. */
async function read(file: string): Promise<unknown> {
	const text = await fs.readFile(file, 'utf8').catch((fault: unknown) => {
		if (isAbsent(fault)) return '{}';
		throw fault;
	});
	return JSON.parse(text);
}
