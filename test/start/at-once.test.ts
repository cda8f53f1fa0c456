/** Scripts of a package that run at once, as whoever starts them meets it. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const program = path.resolve(__dirname, '../../start/at-once.js');

let folder: string;
beforeAll(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-at-once-'));
	const scripts = {
		good: "node -p \"'all is ' + 'well'\"",
		bad: "node -e \"console.error('not ' + 'well'); process.exit(3)\"",
	};
	fs.writeFileSync(path.join(folder, 'package.json'), JSON.stringify({ scripts }));
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

test.each([
	[['good', 'good', 'good'], 0],
	[['good', 'bad', 'good'], 3],
] as const)('%j ends with %d, and says what each has said', (scripts, code) => {
	const { status, stdout } = spawnSync(process.execPath, [program, ...scripts], {
		cwd: folder,
		encoding: 'utf8',
	});
	expect(status).toBe(code);
	const times = (words: string) => stdout.split(words).length - 1;
	expect(times('all is well')).toBe(scripts.filter((script) => script === 'good').length);
	expect(times('npm run good: passed')).toBe(times('all is well'));
	expect(times('not well')).toBe(times('npm run bad: failed with 3'));
	expect(times('not well')).toBe(scripts.filter((script) => script !== 'good').length);
});
