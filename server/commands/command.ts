/**
 * A command as data: words, summary, options and function. The types of option values follow from
 * their descriptions.
 */
import type { Environment } from '../config/environment';
import { CommandFault } from './command-fault';
import type { Terminal } from './terminal';

/** An option with a value, written as its placeholder, or without one: then it is a switch. */
export interface OptionDescription {
	readonly value?: string;
	readonly meaning: string;
	readonly isNeeded?: boolean;
	readonly choices?: readonly string[];
	readonly default?: string;
}

/** By name in camel case: `trackerAsset` is written `--tracker-asset`. */
export type Options = Readonly<Record<string, OptionDescription>>;

type ValueOf<Option extends OptionDescription> = Option extends { readonly value: string }
	? Option extends { readonly choices: readonly (infer Choice)[] }
		? Choice
		: string
	: true;

export type ValuesOf<Given extends Options> = {
	readonly [Name in keyof Given]:
		| ValueOf<Given[Name]>
		| (Given[Name] extends { readonly isNeeded: true } | { readonly default: string }
				? never
				: undefined);
};

/** The environment of a command. */
export interface Surroundings {
	readonly environment: Environment;
	readonly terminal: Terminal;
	/** The process ends with this code instead of 0. */
	endWith(exitCode: number): void;
}

export interface Command {
	/** Such as `account add`. */
	readonly words: string;
	readonly does: string;
	readonly options: Options;
	/** Returns a value to print as JSON, or undefined if the command has printed by itself. */
	run(surroundings: Surroundings, values: Readonly<Record<string, unknown>>): Promise<unknown>;
}

/** A command whose values have the types of its options. */
export function command<const Given extends Options>(
	words: string,
	description: {
		readonly does: string;
		readonly options?: Given;
		run(surroundings: Surroundings, values: ValuesOf<Given>): Promise<unknown>;
	},
): Command {
	return {
		words,
		does: description.does,
		options: description.options ?? {},
		// The shell parses the values by these options.
		run: (surroundings, values) => description.run(surroundings, values as ValuesOf<Given>),
	};
}

/** Opens the tools of a command, and closes them however it ends. */
export function opening<Tools>(
	open: (
		surroundings: Surroundings,
	) => Promise<{ readonly tools: Tools; close(): Promise<unknown> }>,
) {
	return <Values>(run: (tools: Tools, values: Values) => Promise<unknown>) =>
		async (surroundings: Surroundings, values: Values): Promise<unknown> => {
			const { tools, close } = await open(surroundings);
			try {
				return await run(tools, values);
			} finally {
				await close();
			}
		};
}

/** Asserts that a thing was found; throws a CommandFault. */
export function found<Thing>(thing: Thing | undefined, sentence: string): Thing {
	if (thing === undefined) throw new CommandFault(sentence);
	return thing;
}
