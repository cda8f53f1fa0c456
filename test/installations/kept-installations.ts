/** The installations in this folder, by their versions. */
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

export const keptVersions = fs.readdirSync(__dirname).filter((name) => /^\d/.test(name));

/** A data folder, or a copy of an installation on PostgreSQL. */
export function unpackInstallation(version: string, name: 'data' | 'postgres' = 'data') {
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'sealkeeper-kept-'));
	execFileSync('tar', ['-xzf', path.join(__dirname, version, `${name}.tar.gz`), '-C', folder]);
	const answers = fs.readFileSync(path.join(__dirname, version, `${name}.json`), 'utf8');
	return {
		folder,
		answers: JSON.parse(answers) as Readonly<Record<string, unknown>>,
		remove: () => fs.rmSync(folder, { recursive: true, force: true }),
	};
}
