/** Checks a proof in the browser and lists the steps. `proof/` gives the verdict. */
import { checkProof, readTrust, type ProvenEntry } from '../../proof/check-proof';
import { withFile } from '../../proof/proven-file';
import { ProofFault, type ProofFaultCode } from '../../proof/proof-fault';
import type { CheckStep } from '../parts/steps';
import type { TextName } from './texts';

export type ProofStep = CheckStep<TextName>;

export interface ProofInput {
	readonly proof: Uint8Array;
	/** The vkey of the log. */
	readonly logKey: string;
	/** The vkeys of witnesses. */
	readonly witnessKeys: readonly string[];
	readonly witnessesMin: number;
	/** The hash of a file, in the form of payloads. */
	readonly fileHash: string | undefined;
}

export interface CheckedProof {
	readonly steps: readonly ProofStep[];
	/** The proven entry, if the proof is valid. */
	readonly proven: ProvenEntry | undefined;
	/** True if all checks passed. */
	readonly holds: boolean;
}

/** The steps in order, with the faults that fail them. */
const stepsOf: readonly { readonly says: TextName; readonly codes: readonly ProofFaultCode[] }[] = [
	{ says: 'The keys to check with can be used', codes: ['bad-key'] },
	{ says: 'The file is a proof', codes: ['malformed'] },
	{
		says: 'The log has signed the checkpoint with that key',
		codes: ['other-log', 'bad-signature'],
	},
	{ says: 'Enough witnesses have signed it, too', codes: ['too-few-witnesses'] },
	{ says: 'The entry is in the tree of the checkpoint', codes: ['not-included'] },
	{ says: 'The content is the one that was entered', codes: ['other-payload', 'other-file'] },
];

export async function checkedProof(hand: ProofInput): Promise<CheckedProof> {
	try {
		const trust = await readTrust({
			log: hand.logKey,
			witnesses: hand.witnessKeys,
			witnessesMin: hand.witnessesMin,
		});
		const verdict = await checkProof(hand.proof, trust);
		if (verdict.valid) return proven(verdict, hand);
		return broken(verdict.code, verdict.message);
	} catch (fault) {
		if (fault instanceof ProofFault) return broken(fault.code, fault.message);
		throw fault;
	}
}

/** What is wrong, in words that need none of the details. */
const faultTexts: Readonly<Record<ProofFaultCode, TextName>> = {
	malformed: 'The proof has not the form that it must have',
	'bad-key': 'One of the keys to check with cannot be used',
	'other-log': 'The checkpoint is of another log than the key',
	'bad-signature': 'A signature was not made with the key it names',
	'too-few-witnesses': 'Fewer witnesses have signed than you asked for',
	'not-included': 'The entry is not in the tree that was signed',
	'other-payload': 'The content in the proof is not the one that was entered',
	'other-record': 'The proof is about another record',
	'other-file': 'The file you chose is not the one that was entered',
};

function brokenStep(code: ProofFaultCode, details: string): ProofStep {
	return { outcome: 'broken', says: faultTexts[code], details };
}

function broken(code: ProofFaultCode, message: string): CheckedProof {
	const at = stepsOf.findIndex(({ codes }) => codes.includes(code));
	const steps = stepsOf.map(({ says }, index): ProofStep => {
		if (index < at) return { outcome: 'held', says };
		if (index === at) return brokenStep(code, message);
		return { outcome: 'open', says };
	});
	return { steps, proven: undefined, holds: false };
}

function proven(entry: ProvenEntry, { witnessKeys, fileHash }: ProofInput): CheckedProof {
	const { checkpoint, index, witnesses, payload } = entry;
	const { origin, treeSize: size } = checkpoint;
	const steps: ProofStep[] = [
		{ outcome: 'held', says: 'The keys to check with can be used' },
		{ outcome: 'held', says: 'The file is a proof' },
		{
			outcome: 'held',
			says: '{origin} has signed a tree of {size} entries with that key',
			values: { origin, size },
		},
		witnessesStep(witnesses.length, witnessKeys.length),
		{ outcome: 'held', says: 'Entry {index} is in that tree', values: { index: String(index) } },
		payloadStep(payload),
	];
	if (fileHash !== undefined) steps.push(fileStep(entry, fileHash));
	return { steps, proven: entry, holds: steps.every(({ outcome }) => outcome === 'held') };
}

function witnessesStep(signed: number, known: number): ProofStep {
	if (known === 0) return { outcome: 'held', says: 'No witness was asked for' };
	const says = 'It was signed by {signed} of {known} known witnesses, too';
	return { outcome: 'held', says, values: { signed, known } };
}

function payloadStep(payload: string | undefined): ProofStep {
	if (payload !== undefined) {
		return { outcome: 'held', says: 'The content shown below is the one that was entered' };
	}
	return { outcome: 'open', says: 'The content was erased; that there was an entry still stands' };
}

function fileStep(proven: ProvenEntry, fileHash: string): ProofStep {
	const verdict = withFile(proven, fileHash);
	return verdict.valid
		? { outcome: 'held', says: 'The file you chose is the one that was entered' }
		: brokenStep(verdict.code, verdict.message);
}

/** Reads vkeys, one per line; skips blank lines and comments with #. */
export function keysIn(text: string): readonly string[] {
	return text
		.split('\n')
		.map((line) => line.replace(/(^|\s)#.*/, '').trim())
		.filter((line) => line !== '');
}
