/**
 * n8n's check for community packages (`@n8n/scan-community-package`), on any folder: the full
 * rules for its cloud, inline disables off.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

export interface Verdict {
	readonly passed: boolean;
	readonly message?: string;
	/** The complaints, file by file, in ESLint's own layout. */
	readonly details?: string;
}

const script = path.join(__dirname, 'scan-process.mjs');

export async function scan(folder: string, patterns: readonly string[]): Promise<Verdict> {
	// The rules behave differently when they believe to be under test themselves.
	const { NODE_ENV: _underTest, ...env } = process.env;
	const { stdout } = await promisify(execFile)(process.execPath, [script, folder, ...patterns], {
		env,
		maxBuffer: 64 * 1024 * 1024,
	});
	return JSON.parse(stdout) as Verdict;
}
