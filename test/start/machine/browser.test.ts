import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { hasBrowser, openInBrowser } from '../../../start/machine/browser';
import { until } from '../../support/clients/requests';

test.each([
	[{ DISPLAY: ':0' }, 'linux', true],
	[{ WAYLAND_DISPLAY: 'wayland-0' }, 'linux', true],
	[{}, 'linux', false],
	[{ DISPLAY: '' }, 'linux', false],
	[{ DISPLAY: ':10', SSH_CONNECTION: '1 2 3 4' }, 'linux', false],
	[{ DISPLAY: ':0', CI: 'true' }, 'linux', false],
	[{}, 'darwin', true],
	[{}, 'win32', true],
	[{}, 'aix', false],
] as const)('with %j on %s there is a browser: %s', (environment, platform, isThere) => {
	expect(hasBrowser(environment, platform)).toBe(isThere);
});

test('the address reaches the browser by a private file alone', async () => {
	// The programs of other systems are not of this one's path.
	if (process.platform !== 'linux') return;
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-browser-'));
	const opener = path.join(folder, 'xdg-open');
	const opened = path.join(folder, 'opened');
	fs.writeFileSync(opener, `#!/bin/sh\necho "$@" > ${opened}\n`, { mode: 0o755 });
	const before = process.env['PATH'];
	process.env['PATH'] = `${folder}:${before ?? ''}`;
	openInBrowser('http://localhost:8080/console/sign-in#secret', folder);
	process.env['PATH'] = before;
	const readName = () => (fs.existsSync(opened) ? fs.readFileSync(opened, 'utf8').trim() : '');
	const named = await until(async () => Promise.resolve(readName() || undefined));
	expect(named).not.toContain('secret');
	expect(fs.readFileSync(named, 'utf8')).toContain('sign-in#secret');
	expect(fs.statSync(named).mode & 0o777).toBe(0o600);
	fs.rmSync(folder, { recursive: true });
});
