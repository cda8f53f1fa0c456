/**
 * `proof verify` checks a proof with the proven file and the log's public key; `proof seal` checks
 * a sealed file, which contains its proofs. Both need no database and no service.
 * Exit codes: 0 the proof holds, 1 it does not, 2 it could not be checked.
 */
import { readFile } from 'node:fs/promises';
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { runProcess, type Program } from '../../server/commands/shell';
import { calledAs } from '../../server/release';
import { checkProof, readTrust, type ProofVerdict, type Trust } from '../../proof/check-proof';
import { parsedJson } from '../../proof/fields';
import { proofExtension } from '../../proof/proof-file';
import { ProofFault } from '../../proof/proof-fault';
import { withFile } from '../../proof/proven-file';
import { ownNames } from '../config';
import { hashOf, notRead, vkeysOf } from './given-files';
import { sealCommand } from './seal-command';

const options = {
	file: { value: 'FILE', meaning: 'what is proven: the contract, the stored file, the version' },
	proof: {
		value: 'FILE',
		meaning: `the proof; left out, it lies beside --file and ends with ${proofExtension}`,
	},
	key: { value: 'VKEY', meaning: 'the public key of the log, or a file with it', isNeeded: true },
	witnesses: {
		value: 'VKEY[,VKEY...]',
		meaning: 'public keys of witnesses, or a file with one a line',
	},
	witnessesMin: {
		value: 'NUMBER',
		meaning: 'how many of them must have signed; all when left out',
	},
} as const;

interface ProofOptions {
	readonly file: string | undefined;
	readonly proof: string | undefined;
	readonly key: string;
	readonly witnesses: string | undefined;
	readonly witnessesMin: string | undefined;
}

export const proof: Program = {
	name: calledAs('proof'),
	does: 'Checks proofs of the log and sealed files, without a service and without its database.',
	commands: [
		command('verify', {
			does: 'says whether a proof holds, and what it proves; ends with 0: it holds, 1: it does not, 2: not checked',
			options,
			run: async ({ endWith }, asked) => {
				const verdict = await verdictOn(asked);
				if (!verdict.valid) endWith(1);
				return shown(verdict);
			},
		}),
		sealCommand,
	],
	remarks: `
A proof is checked against the keys that are given, and against nothing else: take them from somebody
you believe, once, and keep them. A sealed file brings its proofs and the key of its log: without a key of
your own, all of it is the word of who made the file. docs/log-format.md says what is checked.
`,
	ownNames,
	exitCodes: { withoutCommand: 2, fault: 2 },
};

async function verdictOn(asked: ProofOptions): Promise<ProofVerdict> {
	const trust = await trustOf(asked);
	const proofFile =
		asked.proof ?? (asked.file === undefined ? undefined : asked.file + proofExtension);
	if (proofFile === undefined) throw new CommandFault('--file or --proof is missing');
	const verdict = await checkProof(await readFile(proofFile).catch(notRead), trust);
	if (!verdict.valid || asked.file === undefined) return verdict;
	return withFile(verdict, await hashOf(asked.file).catch(notRead));
}

async function trustOf({ key, witnesses, witnessesMin }: ProofOptions): Promise<Trust> {
	if (witnessesMin !== undefined && !/^\d{1,3}$/.test(witnessesMin)) {
		throw new CommandFault('--witnesses-min must be a number of witnesses');
	}
	const [log = ''] = await vkeysOf(key);
	return readTrust({
		log,
		witnesses: witnesses === undefined ? [] : await vkeysOf(witnesses),
		witnessesMin: witnessesMin === undefined ? undefined : Number(witnessesMin),
	}).catch((fault: unknown) => {
		throw fault instanceof ProofFault ? new CommandFault(fault.message) : fault;
	});
}

/** Parses the payload, for people to read. */
function shown(verdict: ProofVerdict): unknown {
	if (!verdict.valid || verdict.payload === undefined) return verdict;
	return { ...verdict, payload: parsedJson(verdict.payload) ?? verdict.payload };
}

if (require.main === module) void runProcess(proof);
