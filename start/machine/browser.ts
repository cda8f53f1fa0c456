/** Opens an address in the browser of the person at this machine. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
	darwin: ['open'],
	win32: ['cmd', '/c', 'start', ''],
	linux: ['xdg-open'],
};

/** True if somebody sits before a screen of this machine, as far as it can be seen. */
export function hasBrowser(
	environment: Readonly<Record<string, string | undefined>>,
	platform: NodeJS.Platform,
): boolean {
	if (environment['SSH_CONNECTION'] !== undefined || environment['CI'] !== undefined) return false;
	if (platform !== 'linux') return platform in openers;
	return (environment['DISPLAY'] ?? environment['WAYLAND_DISPLAY'] ?? '') !== '';
}

/**
 * The address may hold a token, so it stands in a private file of the folder, which leads to it, and not in the
 * list of processes. Without such a program nothing happens: the address is printed as well.
 */
export function openInBrowser(address: string, folder: string): void {
	const [program, ...args] = openers[process.platform] ?? [];
	if (program === undefined) return;
	const file = path.join(folder, 'open-console.html');
	fs.rmSync(file, { force: true });
	fs.writeFileSync(file, `<meta http-equiv="refresh" content="0; url=${address}">\n`, {
		mode: 0o600,
	});
	const child = spawn(program, [...args, file], { stdio: 'ignore', detached: true });
	child.once('error', () => undefined);
	child.unref();
}
