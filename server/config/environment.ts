/**
 * Reads settings from the environment by their schema. Invalid values are refused by variable;
 * unknown variables with our prefix are reported. An empty text counts as absent. Each secret may
 * be given in a private file instead, which the variable with `_FILE` behind its name says.
 */
import fs from 'node:fs';
import { assertPrivate } from '../private-files';
import { checkOf, ruleOf, type PlainSetting, type ValueOf } from './schema';

export type Environment = Readonly<Record<string, string | undefined>>;

export type EnvironmentSetting = PlainSetting & { readonly variable: string };

export type EnvironmentSettings = Readonly<Record<string, EnvironmentSetting>>;

/** A setting without a default may be absent. */
export type EnvironmentValues<Settings extends EnvironmentSettings> = {
	readonly [Name in keyof Settings]:
		| ValueOf<Settings[Name]>
		| (Settings[Name] extends { readonly default: unknown } ? never : undefined);
};

export class SettingRefused extends Error {
	constructor(sentence: string) {
		super(sentence);
		this.name = 'SettingRefused';
	}
}

/**
 * Returns a function that reads these settings; it throws a SettingRefused that names the
 * variable.
 */
export function environmentReader<Settings extends EnvironmentSettings>(
	settings: Settings,
): (environment: Environment) => EnvironmentValues<Settings> {
	const check = checkOf({ type: 'object', properties: schemasOf(settings) });
	return (environment) => {
		const values = Object.fromEntries(
			Object.entries(settings).map(([name, setting]) => {
				const file = fileVariableOf(setting, settings);
				return [name, given(environment, setting, file)];
			}),
		);
		const fault = check(values);
		if (fault === undefined) return values as EnvironmentValues<Settings>;
		const setting = settings[fault.place];
		if (setting === undefined) throw new Error(`no setting ${fault.place}`);
		const file = fileVariableOf(setting, settings);
		throw new SettingRefused(refusal(setting, environment, file));
	};
}

export function variablesOf(settings: EnvironmentSettings): readonly string[] {
	return Object.values(settings).flatMap((setting) => {
		const file = fileVariableOf(setting, settings);
		return file === undefined ? [setting.variable] : [setting.variable, file];
	});
}

/**
 * The variable that names a file with the secret; undefined for what is no secret, and where the
 * settings describe such a file themselves.
 */
export function fileVariableOf(
	{ variable, isSecret }: EnvironmentSetting,
	settings: EnvironmentSettings,
): string | undefined {
	const file = `${variable}_FILE`;
	const isDescribed = Object.values(settings).some((setting) => setting.variable === file);
	return isSecret === true && !isDescribed ? file : undefined;
}

/** Removes `variable`; the rest of a setting is JSON Schema. */
function schemasOf(settings: EnvironmentSettings): Record<string, object> {
	return Object.fromEntries(
		Object.entries(settings).map(([name, { variable: _, ...schema }]) => [name, schema]),
	);
}

function given(
	environment: Environment,
	setting: EnvironmentSetting,
	fileVariable: string | undefined,
): unknown {
	const text = textOf(environment, setting.variable, fileVariable);
	if (text === undefined) return undefined;
	const isNumber = 'type' in setting && setting.type === 'integer';
	// Only digits: JavaScript also parses 1e3 and 0x10, which are probably mistakes.
	return isNumber && /^\d+$/.test(text) ? Number(text) : text;
}

function textOf(
	environment: Environment,
	variable: string,
	fileVariable: string | undefined,
): string | undefined {
	const text = presentText(environment[variable]);
	const file = fileVariable && presentText(environment[fileVariable]);
	if (file === undefined || fileVariable === undefined) return text;
	if (text !== undefined) {
		throw new SettingRefused(`${variable} and ${fileVariable} are both set; keep one`);
	}
	return secretIn(file, fileVariable);
}

function presentText(text: string | undefined): string | undefined {
	return text === '' ? undefined : text;
}

/** One line break at the end is the editor's; everything else belongs to the secret. */
function secretIn(file: string, variable: string): string {
	let content: string;
	try {
		content = fs.readFileSync(file, 'utf8');
	} catch (fault) {
		const { code } = fault as NodeJS.ErrnoException;
		throw new SettingRefused(`${variable} names ${file}, which cannot be read: ${code}`);
	}
	assertPrivate(file);
	const secret = content.replace(/\r?\n$/, '');
	if (secret !== '') return secret;
	throw new SettingRefused(`${variable} names ${file}, which is empty`);
}

function refusal(
	setting: EnvironmentSetting,
	environment: Environment,
	fileVariable: string | undefined,
): string {
	const given = environment[setting.variable];
	const isInFile = fileVariable !== undefined && presentText(given) === undefined;
	const place = isInFile ? `the file of ${fileVariable}` : setting.variable;
	const sentence = `${place} ${ruleOf(setting)}`;
	return setting.isSecret ? sentence : `${sentence}, not '${given}'`;
}

export interface OwnNames {
	/** Prefixes that no other program uses. */
	readonly prefixes: readonly string[];
	readonly known: readonly string[];
}

/**
 * A sentence for each unknown variable with our prefix. It is reported, not refused: other
 * versions and container platforms put variables into the environment, and a refusal would stop
 * working installations.
 */
export function unknownVariables(
	environment: Environment,
	{ prefixes, known }: OwnNames,
): readonly string[] {
	return Object.keys(environment)
		.filter((name) => prefixes.some((prefix) => name.startsWith(prefix)) && !known.includes(name))
		.sort()
		.map(
			(name) => `${name} is no setting and does nothing; did you mean ${nearestOf(name, known)}?`,
		);
}

function nearestOf(name: string, known: readonly string[]): string | undefined {
	return known.toSorted((one, other) => distance(name, one) - distance(name, other))[0];
}

/** Levenshtein distance. */
function distance(one: string, other: string): number {
	let row = Array.from({ length: other.length + 1 }, (_, index) => index);
	for (const [above, letter] of [...one].entries()) {
		const next = [above + 1];
		for (const [at, against] of [...other].entries()) {
			const replaced = (row[at] ?? 0) + (letter === against ? 0 : 1);
			next.push(Math.min(replaced, (row[at + 1] ?? 0) + 1, (next[at] ?? 0) + 1));
		}
		row = next;
	}
	return row.at(-1) ?? 0;
}

/** Prints the unknown variables of this process. */
export function reportUnknownVariables(names: OwnNames): void {
	for (const sentence of unknownVariables(process.env, names)) {
		process.stderr.write(`${sentence}\n`);
	}
}
