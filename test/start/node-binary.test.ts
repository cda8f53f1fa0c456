/** The repository's own Node.js is run only when it is, byte by byte, the pinned one. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { projectRoot } from '../../start/machine/project-root';

interface NodeBinary {
	binaryFault(
		file: string,
		machine?: { readonly platform: string; readonly arch: string },
	): string | undefined;
	readonly pinned: { readonly version: string };
}

const { binaryFault, pinned } = jest.requireActual<NodeBinary>('../../start/node-binary.js');
const manifest = JSON.parse(fs.readFileSync(path.join(projectRoot(), 'package.json'), 'utf8')) as {
	devDependencies: { node: string };
};

let folder: string;

beforeEach(() => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'node-binary-'));
});

afterEach(() => fs.rmSync(folder, { recursive: true }));

test('the pinned version is the one of the manifest, and the one these tests run on', () => {
	expect(pinned.version).toBe(manifest.devDependencies.node);
	expect(process.version).toBe(`v${pinned.version}`);
	expect(binaryFault(process.execPath)).toBeUndefined();
});

test('one changed byte is told, and so is a machine that no program is pinned for', () => {
	const changed = path.join(folder, 'node');
	fs.copyFileSync(process.execPath, changed);
	fs.appendFileSync(changed, '\n');
	expect(binaryFault(changed)).toMatch(/is not the pinned Node\.js .* and was not run/);
	expect(binaryFault(path.join(folder, 'none'))).toMatch(/could not be fetched/);
	expect(binaryFault(process.execPath, { platform: 'sunos', arch: 'x64' })).toBe(
		`Node.js ${pinned.version} is not pinned for sunos on x64; start/node-binary.js lists where it is.`,
	);
});

/** A clone whose package `node` fetches a program of somebody else's, with packages in place. */
function cloneWithForeignNode(mark: string): void {
	for (const file of ['start/install.js', 'start/node-binary.js', 'package.json', '.npmrc']) {
		fs.cpSync(path.join(projectRoot(), file), path.join(folder, file));
	}
	const lock = '{"lockfileVersion":3,"packages":{}}';
	const foreign = path.join(folder, 'node_modules', 'node');
	fs.mkdirSync(foreign, { recursive: true });
	fs.writeFileSync(path.join(folder, 'package-lock.json'), lock);
	fs.writeFileSync(path.join(folder, 'node_modules', '.sealkeeper-lock'), lock);
	fs.writeFileSync(
		path.join(foreign, 'package.json'),
		JSON.stringify({
			name: 'node',
			version: pinned.version,
			bin: { node: 'bin/node' },
			scripts: { install: 'node fetch.js' },
		}),
	);
	const program = `#!/bin/sh\ntouch ${mark}\necho v${pinned.version}\n`;
	fs.writeFileSync(
		path.join(foreign, 'fetch.js'),
		`require('fs').mkdirSync('bin'); require('fs').writeFileSync('bin/node', ${JSON.stringify(program)}, { mode: 0o755 });`,
	);
}

test('a program that is not the pinned one is fetched, and refused without being run', () => {
	const mark = path.join(folder, 'was-run');
	cloneWithForeignNode(mark);
	const { status, stderr } = spawnSync(process.execPath, ['start/install.js'], {
		cwd: folder,
		encoding: 'utf8',
	});
	expect(stderr).toMatch(/is not the pinned Node\.js .* and was not run/);
	expect(status).toBe(1);
	expect(fs.existsSync(path.join(folder, 'node_modules', 'node', 'bin', 'node'))).toBe(true);
	expect(fs.existsSync(mark)).toBe(false);
});
