/** The file by which the console learns how far n8n has come: the last step, then the address, nothing of an earlier start. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { withProgress } from '../../../start/machine/progress';
import { openProgressFile, progressFilePath } from '../../../start/machine/progress-file';

let folder: string;

beforeEach(() => void (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-progress-'))));
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('holds the step under way, and then where the program is', async () => {
	const file = progressFilePath(folder);
	const said = () => JSON.parse(fs.readFileSync(file, 'utf8')) as unknown;
	const progress = openProgressFile(file, { isTerminal: false, write: () => undefined });
	expect(fs.existsSync(file)).toBe(false);
	await withProgress(progress.output, { label: 'Installing n8n' }, async () => {
		expect(said()).toEqual({ step: 'Installing n8n' });
		expect(fs.statSync(file).mode & 0o777).toBe(0o600);
		return Promise.resolve();
	});
	progress.end('http://localhost:5678');
	expect(said()).toEqual({ address: 'http://localhost:5678' });
	openProgressFile(file, progress.output);
	expect(fs.existsSync(file)).toBe(false);
});
