/**
 * Comparisons as an installation makes them: by the built program, whose process may read compiled code and
 * the packages of each workspace, and nothing else. A package that is missing there shows in no other test.
 */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../../start/machine/project-root';
import { soundFiles } from '../sound-files';

/** Compares `kept-NAME` with `sent-NAME` in a folder, for each name, and prints what each gave. */
const program = `
	const [running, folder, ...names] = process.argv.slice(1);
	const { Comparisons } = require(running);
	const fs = require('node:fs');
	const comparisons = new Comparisons(undefined, (fault) => process.stderr.write(String(fault)));
	const file = (side, fileName) => {
		const bytes = fs.readFileSync(folder + '/' + side + '-' + fileName);
		const read = async () => [bytes];
		return { fileName, sizeBytes: bytes.length, hash: side, read };
	};
	const compare = async (name) => {
		const sides = { kept: file('kept', name), sent: file('sent', name) };
		const told = { fileName: name, date: '2026-11-20T12:00:00.000Z' };
		const facts = { displayName: name, level: 'High', address: 'http://localhost', kept: told, sent: told };
		const asked = { owner: 'somebody', signal: new AbortController().signal };
		const made = await comparisons.run({ ...sides, level: 'High', rules: {}, facts }, asked);
		return [name, made.outcome, made.method, made.report.html.length > 0];
	};
	Promise.all(names.map(compare)).then((found) => process.stdout.write(JSON.stringify(found)));
`;

/** Compared as bytes, or unreadable. */
const withoutContent: ReadonlySet<string> = new Set(['empty.txt', 'data.bin', 'replaced.pdf']);

test('files of every format are compared by their content', async () => {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-built-'));
	const files = (await soundFiles()).filter(({ fileName }) => !withoutContent.has(fileName));
	for (const { fileName, bytes, other } of files) {
		fs.writeFileSync(path.join(folder, `kept-${fileName}`), bytes);
		fs.writeFileSync(path.join(folder, `sent-${fileName}`), other);
	}
	const running = path.join(projectRoot(), 'dist/service/comparison/worker/comparisons.js');
	const names = files.map(({ fileName }) => fileName);
	const args = ['-e', program, running, folder, ...names];
	const { stdout, stderr } = await promisify(execFile)(process.execPath, args);
	fs.rmSync(folder, { recursive: true });
	expect(stderr).toBe('');
	const found = JSON.parse(stdout) as readonly (readonly [string, string, string, boolean])[];
	expect(found.map(([name]) => name)).toEqual(names);
	const wrong = found.filter(
		([, outcome, method, isReported]) =>
			outcome !== 'different' || method.endsWith('bytes') || !isReported,
	);
	expect(wrong).toEqual([]);
});
