/**
 * Provides Redis for a local exchange on a machine without one: the distribution's package,
 * unpacked into the folder where the exchange looks for it. A separate process, because the
 * download takes a while and must end with the launcher.
 */
import fs from 'node:fs';
import path from 'node:path';
import { hasPackages, isUnpacked, unpackPackages } from '../machine/debian-package';

const programs = ['redis-server', 'valkey-server'];
const packages = ['redis-server', 'redis-tools'];

export function programFolder(exchangeFolder: string): string {
	return path.join(exchangeFolder, 'redis', 'program');
}

/** True if Redis must be downloaded. */
export function needsRedis(exchangeFolder: string, environment: NodeJS.ProcessEnv): boolean {
	if (environment.REDIS_URL) return false;
	if (isUnpacked(programFolder(exchangeFolder))) return false;
	const folders = (environment.PATH ?? '').split(path.delimiter);
	const files = folders.flatMap((folder) => programs.map((name) => path.join(folder, name)));
	return !files.some((file) => fs.existsSync(file));
}

function main(folder: string): void {
	try {
		if (!hasPackages()) throw new Error('this machine has no apt-get');
		fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
		unpackPackages(folder, packages);
	} catch (fault) {
		const why = fault instanceof Error ? fault.message.split('\n')[0] : String(fault);
		process.stderr.write(
			`${why}\nno Redis was found: set REDIS_URL, or install the package redis-server (or valkey-server)\n`,
		);
		process.exitCode = 1;
	}
}

const [, , folder] = process.argv;
if (require.main === module && folder !== undefined) main(folder);
