/**
 * Comparisons as an installation makes them: by the built program, whose process may read compiled code and
 * the packages of each workspace, and nothing else. A package that is missing there shows in no other test.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../start/machine/project-root';
import { soundFiles } from '../sound-files';

/** Compared as bytes, or unreadable. */
const withoutContent: ReadonlySet<string> = new Set(['empty.txt', 'data.bin', 'replaced.pdf']);

test('files of every format are compared by their content, from any folder', async () => {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-built-'));
	const files = (await soundFiles()).filter(({ fileName }) => !withoutContent.has(fileName));
	for (const side of ['kept', 'sent', 'reports']) fs.mkdirSync(path.join(folder, side));
	for (const { fileName, bytes, other } of files) {
		fs.writeFileSync(path.join(folder, 'kept', fileName), bytes);
		fs.writeFileSync(path.join(folder, 'sent', fileName), other);
	}
	const program = path.join(projectRoot(), 'dist/comparison/command/compare.js');
	const args = [program, 'kept', 'sent', '--json', '--report', 'reports'];
	// As npm calls it for somebody who is in that folder.
	const called = { cwd: os.tmpdir(), env: { ...process.env, INIT_CWD: folder } };
	const running = promisify(execFile)(process.execPath, args, called);
	const { code, stdout, stderr }: Ended = await running.catch((fault: unknown) => fault as Ended);
	const reports = fs.readdirSync(path.join(folder, 'reports'));
	fs.rmSync(folder, { recursive: true });
	expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
	const found = JSON.parse(stdout) as readonly Compared[];
	const names = files.map(({ fileName }) => fileName).toSorted();
	expect(found.map(({ kept }) => path.basename(kept))).toEqual(names);
	expect(found.filter(({ method }) => method.endsWith('bytes'))).toEqual([]);
	expect(new Set(found.map(({ outcome }) => outcome))).toEqual(new Set(['different']));
	expect(reports.filter((name) => name.endsWith('.html'))).toHaveLength(names.length);
});

interface Ended {
	readonly code?: number;
	readonly stdout: string;
	readonly stderr: string;
}

interface Compared {
	readonly kept: string;
	readonly outcome: string;
	readonly method: string;
}
