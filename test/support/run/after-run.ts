/** After the last test of a run: the end of what its processes shared. */
import fs from 'node:fs';
import { unshownStatements } from './unshown-statements';
import { endSharedPostgres, runFolderVariable } from '../servers/shared-postgres';

export default async function afterRun(): Promise<void> {
	const folder = process.env[runFolderVariable];
	if (folder === undefined) return;
	await endSharedPostgres(folder);
	const unshown = unshownStatements(folder);
	fs.rmSync(folder, { recursive: true, force: true });
	if (unshown.length === 0) return;
	throw new Error(`no test asked PostgreSQL these statements:\n${unshown.join('\n')}`);
}
