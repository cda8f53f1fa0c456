/**
 * What a program writes is its user's alone, and what holds keys must be. The rule of both programs
 * and every command: what they make nobody else can read, and a file with keys that others can read
 * is refused, because only a person can say who has read it.
 */
import fs from 'node:fs';

/** From now on, every file and folder this process and its children make is its user's alone. */
export function keepNewFilesPrivate(): void {
	process.umask(0o077);
}

/**
 * Throws, with the command that mends it, when others than its owner can read a file that holds
 * keys. What systemd hands to a service is judged by its folder, which nobody else can enter: where
 * access is given by a list, the mode of the file itself says nothing.
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

/** A file, or nothing where there is none, that nobody but its owner can read from now on. */
export function makePrivate(file: string): void {
	if (!fs.existsSync(file) || (fs.statSync(file).mode & 0o077) === 0) return;
	fs.chmodSync(file, 0o600);
}
