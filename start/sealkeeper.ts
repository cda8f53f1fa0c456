#!/usr/bin/env node
/**
 * `sealkeeper COMMAND` of an installed release: runs one of the programs in this process, as if it
 * had been started by its own file.
 */
import { runMain } from 'node:module';
import path from 'node:path';
import { commit, version } from '../server/release';

interface Command {
	/** Below `dist`. */
	readonly file: string;
	readonly does: string;
	/** Of a program that tells no help itself: what may stand behind it. */
	readonly takes?: string;
}

const commands: Readonly<Record<string, Command>> = {
	start: {
		file: 'start/main.js',
		does: 'service and exchange with a demo, all data in one folder',
	},
	service: { file: 'service/main.js', does: 'contracts, assets, documents and storage', takes: '' },
	exchange: {
		file: 'exchange/main.js',
		does: 'orders, ledger and settlement',
		takes: '[api|worker|both]',
	},
	admin: { file: 'service/commands/admin.js', does: 'users, keys and products of the service' },
	'exchange-admin': { file: 'exchange/admin/admin.js', does: 'the administrator of the exchange' },
	compare: { file: 'comparison/command/compare.js', does: 'what differs in two files or folders' },
	backup: { file: 'backup/main.js', does: 'copies all that both keep, and puts it back' },
	storage: { file: 'service/commands/storage.js', does: 'checks and repairs what is stored' },
	proof: { file: 'service/commands/proof.js', does: 'checks proofs and sealed files' },
};

const help = `Usage: sealkeeper COMMAND [OPTIONS]

${Object.entries(commands)
	.map(([name, { does }]) => `  ${name.padEnd(16)}${does}`)
	.join('\n')}

  --version       version and commit
  --help          this; behind a command, what can be given to it

Data lies in SEALKEEPER_DATA, or .data below the current folder.
`;

const nodeNeeded = 24;

function main([word, ...rest]: readonly string[]): void {
	if (Number.parseInt(process.versions.node, 10) < nodeNeeded) {
		return refuse(`Node.js ${nodeNeeded} or later is needed; this is ${process.versions.node}.`);
	}
	if (word === '--version') return say(`${version}${commit === undefined ? '' : ` (${commit})`}\n`);
	if (word === undefined || word === '--help') return say(help);
	const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
	if (command === undefined) return refuse(`unknown command '${word}'; --help lists the commands`);
	const { file, does, takes } = command;
	if (takes !== undefined && rest.includes('--help')) {
		return say(
			`Usage: sealkeeper ${word} ${takes}\n\n${does}; its settings are variables of the environment.\n`,
		);
	}
	if (takes === '' && rest.length > 0)
		return refuse(`sealkeeper ${word} takes no '${rest.join(' ')}'`);
	process.argv.splice(1, Infinity, path.join(__dirname, '..', file), ...rest);
	runMain();
}

function say(text: string): void {
	process.stdout.write(text);
}

function refuse(sentence: string): void {
	process.stderr.write(`${sentence}\n`);
	process.exitCode = 2;
}

main(process.argv.slice(2));
