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
 * Throws, with the command that fixes it, if others can read a file with keys. A systemd
 * credential is private by its folder: with an ACL the mode of the file itself says nothing.
 */
export function assertPrivate(file: string): void {
	if (process.platform === 'win32' || isCredential(file)) return;
	if ((fs.statSync(file).mode & 0o077) === 0) return;
	throw new Error(
		`${file} holds keys and others can read it: run chmod 600 ${file}, and change the keys if somebody may have read them`,
	);
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
