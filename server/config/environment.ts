/**
 * Reads settings from the environment by their schema. Invalid values are refused by variable;
 * unknown variables with our prefix are reported. An empty text counts as absent.
 */
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
			Object.entries(settings).map(([name, setting]) => [name, given(environment, setting)]),
		);
		const fault = check(values);
		if (fault === undefined) return values as EnvironmentValues<Settings>;
		const setting = settings[fault.place];
		if (setting === undefined) throw new Error(`no setting ${fault.place}`);
		throw new SettingRefused(refusal(setting, environment));
	};
}

export function variablesOf(settings: EnvironmentSettings): readonly string[] {
	return Object.values(settings).map(({ variable }) => variable);
}

/** Removes `variable`; the rest of a setting is JSON Schema. */
function schemasOf(settings: EnvironmentSettings): Record<string, object> {
	return Object.fromEntries(
		Object.entries(settings).map(([name, { variable: _, ...schema }]) => [name, schema]),
	);
}

function given(environment: Environment, setting: EnvironmentSetting): unknown {
	const text = environment[setting.variable];
	if (text === undefined || text === '') return undefined;
	const isNumber = 'type' in setting && setting.type === 'integer';
	// Only digits: JavaScript also parses 1e3 and 0x10, which are probably mistakes.
	return isNumber && /^\d+$/.test(text) ? Number(text) : text;
}

function refusal(setting: EnvironmentSetting, environment: Environment): string {
	const sentence = `${setting.variable} ${ruleOf(setting)}`;
	return setting.isSecret ? sentence : `${sentence}, not '${environment[setting.variable]}'`;
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
