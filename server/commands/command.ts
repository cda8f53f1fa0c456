/**
 * A command as data: its words, what it does in one line, its options and what carries it out.
 * The types of the options follow from their descriptions.
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

/** What a command finds around it. */
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
	/** Answers a value to be printed as JSON, or undefined when it has written by itself. */
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
		// The shell reads the values by these very options.
		run: (surroundings, values) => description.run(surroundings, values as ValuesOf<Given>),
	};
}

/** Lets a command work with what is opened for it, and closes that however the command ends. */
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

/** The thing that was looked for; a CommandFault says that there is none. */
export function found<Thing>(thing: Thing | undefined, sentence: string): Thing {
	if (thing === undefined) throw new CommandFault(sentence);
	return thing;
}
