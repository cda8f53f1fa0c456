/** The folder for downloads that are made once per machine rather than once per clone. */
import os from 'node:os';
import path from 'node:path';

export interface Surroundings {
	readonly platform: NodeJS.Platform;
	readonly home: string;
	readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * SEALKEEPER_CACHE if set, otherwise `sealkeeper` in the system's cache folder (XDG base
 * directories on Linux, Library/Caches, LOCALAPPDATA).
 */
export function cacheFolder(surroundings: Surroundings = thisMachine()): string {
	const { environment } = surroundings;
	if (environment.SEALKEEPER_CACHE) return path.resolve(environment.SEALKEEPER_CACHE);
	return path.join(systemCacheFolder(surroundings), 'sealkeeper');
}

function systemCacheFolder({ platform, home, environment }: Surroundings): string {
	if (platform === 'darwin') return path.join(home, 'Library', 'Caches');
	if (platform === 'win32') return environment.LOCALAPPDATA ?? path.join(home, 'AppData', 'Local');
	const wanted = environment.XDG_CACHE_HOME;
	return wanted && path.isAbsolute(wanted) ? wanted : path.join(home, '.cache');
}

function thisMachine(): Surroundings {
	return { platform: process.platform, home: os.homedir(), environment: process.env };
}
