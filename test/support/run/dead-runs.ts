/**
 * What a run of tests leaves when it is killed: processes that outlive it, and folders. The next run
 * of the same user ends and removes both. A folder is named by the process of its run; a process is
 * known by the run's folder, which stands in its environment or among its arguments.
 */
import fs from 'node:fs';
import path from 'node:path';
import { processStart, signalProcess } from '../../../start/machine/process-record';

/** The name of a run's folder goes on with the pid of the run. */
export const runFolderPrefix = 'sealkeeper-tests-of-';

export function removeDeadRuns(places: ReadonlySet<string>): void {
	for (const place of places) {
		if (!fs.existsSync(place)) continue;
		for (const name of fs.readdirSync(place).filter((entry) => isOfDeadRun(entry))) {
			const folder = path.join(place, name);
			if (!isOwn(folder)) continue;
			endProcessesOf(folder);
			fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
		}
	}
}

function isOfDeadRun(name: string): boolean {
	if (!name.startsWith(runFolderPrefix)) return false;
	const pid = Number.parseInt(name.slice(runFolderPrefix.length), 10);
	return !Number.isNaN(pid) && processStart(pid) === undefined;
}

/** PostgreSQL's folders belong to nobody, and a run of root is what made them. */
function isOwn(folder: string): boolean {
	const user = process.getuid?.();
	return user === undefined || user === 0 || fs.statSync(folder).uid === user;
}

/** Linux alone tells the environment of a process. */
function endProcessesOf(folder: string): void {
	if (process.platform !== 'linux') return;
	for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
		if (namesFolder(pid, folder)) signalProcess(Number(pid), 'SIGKILL');
	}
}

function namesFolder(pid: string, folder: string): boolean {
	return ['environ', 'cmdline'].some((file) => {
		try {
			return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8').includes(folder);
		} catch {
			// The process has ended meanwhile, or belongs to another user.
			return false;
		}
	});
}
