/**
 * Puts a Redis server on the PATH of this process and of those it starts, unless there is one:
 * the distribution's package, unpacked once into the user's cache.
 */
import fs from 'node:fs';
import path from 'node:path';
import { libraryPathOf } from '../../../server/redis/program';
import { unpackedOnce } from '../../support/servers/unpacked-packages';

export function putRedisOnPath(): void {
	const folders = (process.env['PATH'] ?? '').split(path.delimiter);
	const programs = ['redis-server', 'valkey-server'];
	const found = folders.some((folder) =>
		programs.some((program) => fs.existsSync(path.join(folder, program))),
	);
	if (found) return;
	const root = unpackedOnce('redis', ['redis-server', 'redis-tools']);
	process.env['PATH'] = [path.join(root, 'usr', 'bin'), ...folders].join(path.delimiter);
	process.env['LD_LIBRARY_PATH'] = [libraryPathOf(root), process.env['LD_LIBRARY_PATH']]
		.filter(Boolean)
		.join(':');
}
