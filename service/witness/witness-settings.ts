/**
 * Witnesses of this log, and logs this service witnesses, as JSON in the variable or in the file
 * it names. Refuses invalid entries by position.
 */
import fs from 'node:fs';
import { SettingRefused } from '../../server/config/environment';
import { checkOf, type ListSetting, type ValueOf } from '../../server/config/schema';

const keyPattern = '^[^\\s+]+\\+[0-9a-f]{8}\\+[A-Za-z0-9+/]+=*$';

const witnessesSchema = {
	type: 'array',
	items: {
		type: 'object',
		properties: {
			vkey: {
				type: 'string',
				pattern: keyPattern,
				rule: 'must be the key as the witness shows it: NAME+HASH+KEY',
				meaning: 'key of the witness',
			},
			url: {
				type: 'string',
				protocols: ['http', 'https'],
				meaning: 'address below which it has `add-checkpoint`',
			},
		},
		required: ['vkey', 'url'],
	},
	meaning: 'witnesses that are asked',
} as const satisfies ListSetting;

const logsSchema = {
	type: 'array',
	items: {
		type: 'object',
		properties: {
			vkey: {
				type: 'string',
				pattern: keyPattern,
				rule: 'must be the key as the log shows it: NAME+HASH+KEY',
				meaning: 'key of the log',
			},
			origin: { type: 'string', pattern: '^\\S+$', meaning: "its origin, if not the key's name" },
		},
		required: ['vkey'],
	},
	meaning: 'logs that are cosigned',
} as const satisfies ListSetting;

export type WitnessSetting = ValueOf<typeof witnessesSchema>[number];

export interface LogSetting {
	readonly vkey: string;
	readonly origin: string;
}

const checks = {
	LOG_WITNESSES: checkOf({ type: 'object', properties: { LOG_WITNESSES: witnessesSchema } }),
	WITNESS_LOGS: checkOf({ type: 'object', properties: { WITNESS_LOGS: logsSchema } }),
};

export function readWitnesses(text: string | undefined): readonly WitnessSetting[] {
	const witnesses = readList<WitnessSetting>('LOG_WITNESSES', text);
	refuseTwice('LOG_WITNESSES', witnesses);
	return witnesses.map(({ vkey, url }) => ({ vkey, url: url.replace(/\/+$/, '') }));
}

/** The logs this service cosigns; a log with several keys has several entries. */
export function readWitnessedLogs(text: string | undefined): readonly LogSetting[] {
	const logs = readList<{ vkey: string; origin?: string }>('WITNESS_LOGS', text);
	refuseTwice('WITNESS_LOGS', logs);
	return logs.map(({ vkey, origin }) => ({ vkey, origin: origin ?? nameOf(vkey) }));
}

/** The name in a key such as `witness.example/w1+0a1b2c3d+BASE64`. */
export function nameOf(vkey: string): string {
	return vkey.split('+', 1)[0] ?? vkey;
}

function readList<Item>(variable: keyof typeof checks, text: string | undefined): readonly Item[] {
	if (text === undefined) return [];
	const value = parsed(variable, text);
	const fault = checks[variable]({ [variable]: value });
	if (fault !== undefined) throw new SettingRefused(`${fault.place} ${fault.sentence}`);
	return value as readonly Item[];
}

function parsed(variable: string, text: string): unknown {
	const source = text.trimStart().startsWith('[') ? text : fileText(variable, text);
	try {
		return JSON.parse(source);
	} catch {
		throw new SettingRefused(`${variable} must be JSON, or name a file with it`);
	}
}

function fileText(variable: string, file: string): string {
	try {
		return fs.readFileSync(file, 'utf8');
	} catch (fault) {
		const reason = fault instanceof Error ? fault.message : String(fault);
		throw new SettingRefused(`${variable} must be JSON, or name a file with it: ${reason}`);
	}
}

function refuseTwice(variable: string, items: readonly { readonly vkey: string }[]): void {
	const keys = items.map(({ vkey }) => vkey);
	const twice = keys.find((key, index) => keys.indexOf(key) !== index);
	if (twice !== undefined) throw new SettingRefused(`${variable} names ${twice} twice`);
}
