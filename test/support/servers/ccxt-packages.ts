/** The packages of clients/ccxt, which are no part of the repository's own: installed there by its lock file. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { cacheFolder } from '../../../start/machine/cache-folder';
import { lockFolder } from '../../../start/machine/folder-lock';
import { npmCommand } from '../../../start/machine/npm-command';
import { projectRoot } from '../../../start/machine/project-root';

export const ccxtFolder = path.join(projectRoot(), 'clients', 'ccxt');

export async function ccxtPackages(): Promise<void> {
	if (areInstalled()) return;
	const cache = cacheFolder();
	fs.mkdirSync(cache, { recursive: true });
	const turn = await lockFolder(cache, {
		signal: AbortSignal.timeout(15 * 60_000),
		onWait: () => undefined,
	});
	try {
		if (areInstalled()) return;
		const { command, args } = npmCommand(['ci', '--ignore-scripts', '--no-audit', '--no-fund']);
		execFileSync(command, args, { cwd: ccxtFolder, stdio: 'pipe' });
	} finally {
		turn.release();
	}
}

/** What npm has installed it writes down last, so that a broken installation is made again. */
function areInstalled(): boolean {
	const installed = versionIn('node_modules/.package-lock.json');
	return installed !== undefined && installed === versionIn('package-lock.json');
}

function versionIn(lockFile: string): string | undefined {
	const file = path.join(ccxtFolder, lockFile);
	if (!fs.existsSync(file)) return undefined;
	const { packages } = JSON.parse(fs.readFileSync(file, 'utf8')) as {
		packages: Readonly<Record<string, { version: string }>>;
	};
	return packages['node_modules/ccxt']?.version;
}
