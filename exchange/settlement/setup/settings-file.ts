/**
 * Reads the settings file of settlement. It holds keys: nothing of its content is part of an error,
 * and a file that others can read is refused.
 */
import fs from 'node:fs';
import { assertPrivate } from '../../../server/private-files';
import { readSettings, type SettlementSettings } from './settings';

/**
 * Returns undefined if there is no file: then nothing is settled. Throws an error that names the
 * file if it is unusable.
 */
export function settingsOfFile(file: string): SettlementSettings | undefined {
	if (!fs.existsSync(file)) return undefined;
	const value = jsonOfFile(file);
	assertPrivate(file);
	try {
		return readSettings(value);
	} catch (fault) {
		throw new Error(`${file}: ${fault instanceof Error ? fault.message : String(fault)}`);
	}
}

/** Throws an error that names the file and repeats nothing of its content. */
export function jsonOfFile(file: string): unknown {
	return jsonOf(file, textOf(file));
}

function textOf(file: string): string {
	try {
		return fs.readFileSync(file, 'utf8');
	} catch (fault) {
		const { code } = fault as NodeJS.ErrnoException;
		throw new Error(`${file} cannot be read: ${code ?? 'unknown fault'}`);
	}
}

/** The parser's message is left out, because it quotes the file. */
function jsonOf(file: string, text: string): unknown {
	try {
		return JSON.parse(text) as unknown;
	} catch (fault) {
		if (!(fault instanceof SyntaxError)) throw fault;
		throw new Error(`${file} is not JSON`);
	}
}
