/**
 * File permissions of both programs and all commands: new files are private to their user, and a
 * file with keys that others can read is refused, because only a person knows who may have read
 * it.
 */
import fs from 'node:fs';

/** Makes all files and folders that this process and its children create private to their user. */
export function keepNewFilesPrivate(): void {
	process.umask(0o077);
}

/**
 * Throws, with the cure, if others can read a file with keys or a group can write it. A systemd
 * credential is private by its folder: with an ACL the mode of the file itself says nothing.
 */
export function assertPrivate(file: string): void {
	if (process.platform === 'win32' || isCredential(file)) return;
	if (isPrivate(fs.statSync(file))) return;
	throw new Error(
		`${file} holds keys and others can read it: run chmod 600 ${file} or, for a secret mounted into a container, mount it with the mode 0440, owned by root; and change the keys if somebody may have read them`,
	);
}

/**
 * Only its owner can read it; a file of root may be read by a group as well, as Kubernetes and
 * Swarm hand a secret to a program that is not root.
 */
export function isPrivate({ mode, uid }: Pick<fs.Stats, 'mode' | 'uid'>): boolean {
	return (mode & (uid === 0 ? 0o037 : 0o077)) === 0;
}

function isCredential(file: string): boolean {
	const folder = process.env['CREDENTIALS_DIRECTORY'];
	return folder !== undefined && folder !== '' && file.startsWith(`${folder}/`);
}

/** Makes an existing file readable by its owner only. */
export function makePrivate(file: string): void {
	if (!fs.existsSync(file) || (fs.statSync(file).mode & 0o077) === 0) return;
	fs.chmodSync(file, 0o600);
}
