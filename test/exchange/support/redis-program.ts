/**
 * Puts a Redis server on the PATH of this process and of those it starts, unless there is one:
 * the distribution's package, unpacked once into the user's cache.
 */
import fs from 'node:fs';
import path from 'node:path';
import { libraryPathOf } from '../../../server/redis/program';
import { cacheFolder } from '../../../start/cache-folder';
import { unpackPackages } from '../../../start/debian-package';

export function putRedisOnPath(): void {
	const folders = (process.env['PATH'] ?? '').split(path.delimiter);
	const programs = ['redis-server', 'valkey-server'];
	const found = folders.some((folder) =>
		programs.some((program) => fs.existsSync(path.join(folder, program))),
	);
	if (found) return;
	// One folder for each test process, because two that unpack at once would meet half of it.
	const worker = process.env['JEST_WORKER_ID'] ?? 'bench';
	const cache = path.join(cacheFolder(), `redis-${worker}`);
	const root = unpackPackages(cache, ['redis-server', 'redis-tools']);
	process.env['PATH'] = [path.join(root, 'usr', 'bin'), ...folders].join(path.delimiter);
	process.env['LD_LIBRARY_PATH'] = [libraryPathOf(root), process.env['LD_LIBRARY_PATH']]
		.filter(Boolean)
		.join(':');
}
