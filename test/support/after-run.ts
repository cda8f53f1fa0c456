/** After the last test of a run: the end of what its processes shared. */
import fs from 'node:fs';
import { endSharedPostgres, runFolderVariable } from './shared-postgres';

export default async function afterRun(): Promise<void> {
	const folder = process.env[runFolderVariable];
	if (folder === undefined) return;
	await endSharedPostgres(folder);
	fs.rmSync(folder, { recursive: true, force: true });
}
