/**
 * Runs commands: finds the command by its words, parses options, prints result or help, and prints
 * faults in one sentence on standard error.
 */
import { Command as Commander, CommanderError, Option } from 'commander';
import { unknownVariables, type Environment, type OwnNames } from '../config/environment';
import type { Command, OptionDescription, Surroundings } from './command';
import { keepNewFilesPrivate } from '../private-files';
import { CommandFault } from './command-fault';
import { processTerminal, BrokenPipe, type Terminal } from './terminal';

export interface Program {
	/** How a person starts it. */
	readonly name: string;
	readonly does: string;
	readonly commands: readonly Command[];
	/** Below the list of commands. */
	readonly remarks: string;
	readonly ownNames: OwnNames;
	/** Exit codes besides 0, and 2 for a mistake in the command. */
	readonly exitCodes: {
		/** Help was printed because there was no command. */
		readonly withoutCommand: number;
		/** Something could not be done. */
		readonly fault: number;
	};
}

export interface Edges {
	readonly environment: Environment;
	readonly terminal: Terminal;
}

const mistake = 2;

/** Runs a command line; returns the exit code. */
export async function runCommandLine(
	program: Program,
	words: readonly string[],
	{ environment, terminal }: Edges,
): Promise<number> {
	let exitCode = 0;
	const surroundings: Surroundings = {
		environment,
		terminal,
		endWith: (code) => {
			exitCode = code;
		},
	};
	try {
		const help: string[] = [];
		const shell = shellOf(program, surroundings, (text) => help.push(text));
		if (words.length === 0) {
			await terminal.write(`${shell.helpInformation()}${program.remarks}\n`);
			return program.exitCodes.withoutCommand;
		}
		for (const sentence of unknownVariables(environment, program.ownNames)) terminal.warn(sentence);
		await shell.parseAsync([...words], { from: 'user' }).catch(passHelp);
		for (const text of help) await terminal.write(text);
		return exitCode;
	} catch (fault) {
		if (fault instanceof BrokenPipe) return exitCode;
		terminal.warn(sentenceOf(fault));
		const isMistake = fault instanceof CommandFault || fault instanceof CommanderError;
		return isMistake ? mistake : program.exitCodes.fault;
	}
}

/** Runs a program on this process. */
export async function runProcess(program: Program): Promise<void> {
	keepNewFilesPrivate();
	const edges = { environment: process.env, terminal: processTerminal() };
	process.exitCode = await runCommandLine(program, process.argv.slice(2), edges);
}

/** Commander throws for --help, too, with exit code 0. */
function passHelp(fault: unknown): void {
	if (!(fault instanceof CommanderError) || fault.exitCode !== 0) throw fault;
}

function sentenceOf(fault: unknown): string {
	const message = fault instanceof Error ? fault.message : String(fault);
	return fault instanceof CommanderError ? message.replace(/^error: /, '') : message;
}

function shellOf(
	program: Program,
	surroundings: Surroundings,
	onHelp: (text: string) => void,
): Commander {
	const shell = refusingOthers(new Commander(program.name), [])
		.description(program.does)
		.usage('COMMAND [OPTIONS]')
		.helpCommand(false)
		.helpOption('--help', 'what can be given')
		.exitOverride()
		.showSuggestionAfterError(false)
		.configureOutput({ writeOut: onHelp, writeErr: () => undefined })
		.configureHelp({ visibleCommands: leavesOf, subcommandTerm: wordsOf })
		.addHelpText('after', program.remarks);
	for (const description of program.commands) addCommand(shell, description, surroundings);
	return shell;
}

function addCommand(shell: Commander, description: Command, surroundings: Surroundings): void {
	const words = description.words.split(' ');
	const last = words.at(-1) ?? '';
	let group = shell;
	for (const [index, word] of words.slice(0, -1).entries()) {
		const known = group.commands.find((candidate) => candidate.name() === word);
		group = known ?? refusingOthers(group.command(word), words.slice(0, index + 1));
	}
	const leaf = group
		.command(last)
		.description(description.does)
		.usage('[OPTIONS]')
		.allowExcessArguments(false);
	for (const [name, option] of Object.entries(description.options)) {
		leaf.addOption(optionOf(name, option));
	}
	leaf.action(async (values: Readonly<Record<string, unknown>>) => {
		assertComplete(description, values);
		const answer = await description.run(surroundings, values);
		if (answer === undefined) return;
		await surroundings.terminal.write(`${JSON.stringify(answer, null, '\t')}\n`);
	});
}

/** A group is no command itself; refuses unknown words. */
function refusingOthers(group: Commander, words: readonly string[]): Commander {
	return group
		.usage('COMMAND [OPTIONS]')
		.helpCommand(false)
		.allowExcessArguments()
		.allowUnknownOption()
		.action(() => {
			const given = [...words, ...group.args].join(' ');
			throw new CommandFault(`unknown command '${given}'; --help lists the commands`);
		});
}

function optionOf(name: string, description: OptionDescription): Option {
	const flag = flagOf(name);
	const { value, choices, default: usual } = description;
	if (value === undefined) return new Option(flag, description.meaning);
	const allowed = choices === undefined ? '' : `: ${choices.join(', ')}`;
	const meaning = description.meaning + allowed + (description.isNeeded ? ' (needed)' : '');
	let isGiven = false;
	const option = new Option(`${flag} <${value}>`, meaning).argParser((text: string) => {
		// It is unclear which value is meant, and it may be about money.
		if (isGiven) throw new CommandFault(`${flag} is given twice`);
		isGiven = true;
		return valueOf(flag, description, text);
	});
	return option.default(usual, usual === '' ? 'none' : undefined);
}

/** `trackerAsset` is written `--tracker-asset`. */
export function flagOf(name: string): string {
	return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Checked here, because commander would report a missing option before a misspelt one. */
function assertComplete({ options }: Command, values: Readonly<Record<string, unknown>>): void {
	for (const [name, { isNeeded }] of Object.entries(options)) {
		const isGiven = values[name] !== undefined && String(values[name]).trim() !== '';
		if (isNeeded && !isGiven) throw new CommandFault(`${flagOf(name)} is missing`);
	}
}

function valueOf(flag: string, { choices }: OptionDescription, text: string): string {
	// The value is missing, and the next option was taken for it.
	if (/^--[a-z]/.test(text)) throw new CommandFault(`${flag} has no value before ${text}`);
	if (choices === undefined || choices.includes(text)) return text;
	throw new CommandFault(`${flag} must be one of ${choices.join(', ')}, not '${text}'`);
}

/** All commands of a group, for one flat list. */
function leavesOf(group: Commander): Commander[] {
	return group.commands.flatMap((each) => (each.commands.length === 0 ? [each] : leavesOf(each)));
}

function wordsOf(leaf: Commander): string {
	const above = leaf.parent;
	return above === null || above.parent === null ? leaf.name() : `${wordsOf(above)} ${leaf.name()}`;
}
