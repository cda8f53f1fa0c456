/** Reads the settings of settlement from their file; no key is ever part of an error. */
import fs from 'node:fs';
import { readSettings, type SettlementSettings } from '../settlement/settings';

/** The settings, or undefined when there is no such file: then nothing is settled. */
export function settingsOfFile(file: string): SettlementSettings | undefined {
	if (!fs.existsSync(file)) return undefined;
	let value: unknown;
	try {
		value = JSON.parse(fs.readFileSync(file, 'utf8'));
	} catch (fault) {
		// The parser's own message quotes the text, which holds keys.
		if (fault instanceof SyntaxError) throw new Error(`${file} is not JSON`);
		throw fault;
	}
	return readSettings(value);
}
