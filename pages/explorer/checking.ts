/** Checks a proof in the browser and lists the steps. `proof/` gives the verdict. */
import { checkProof, readTrust, type ProvenEntry } from '../../proof/check-proof';
import { withFile } from '../../proof/proven-file';
import { ProofFault, type ProofFaultCode } from '../../proof/proof-fault';
import type { CheckStep } from '../parts/steps';

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
	readonly steps: readonly CheckStep[];
	/** The proven entry, if the proof is valid. */
	readonly proven: ProvenEntry | undefined;
	/** True if all checks passed. */
	readonly holds: boolean;
}

/** The steps in order, with the faults that fail them. */
const stepsOf: readonly { readonly says: string; readonly codes: readonly ProofFaultCode[] }[] = [
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

function broken(code: ProofFaultCode, message: string): CheckedProof {
	const at = stepsOf.findIndex(({ codes }) => codes.includes(code));
	const steps = stepsOf.map(({ says }, index): CheckStep => {
		if (index < at) return { outcome: 'held', says };
		if (index === at) return { outcome: 'broken', says: message };
		return { outcome: 'open', says };
	});
	return { steps, proven: undefined, holds: false };
}

function proven(entry: ProvenEntry, { witnessKeys, fileHash }: ProofInput): CheckedProof {
	const { checkpoint, index, witnesses, payload } = entry;
	const told = [
		'The keys to check with can be used',
		'The file is a proof',
		`${checkpoint.origin} has signed a tree of ${checkpoint.treeSize} entries with that key`,
		witnessesSaid(witnesses.length, witnessKeys.length),
		`Entry ${index} is in that tree`,
	];
	const steps = told.map((says): CheckStep => ({ outcome: 'held', says }));
	steps.push(payloadStep(payload));
	if (fileHash !== undefined) steps.push(fileStep(entry, fileHash));
	return { steps, proven: entry, holds: steps.every(({ outcome }) => outcome === 'held') };
}

function witnessesSaid(signed: number, known: number): string {
	if (known === 0) return 'No witness was asked for';
	return `It was signed by ${signed} of ${known} known witnesses, too`;
}

function payloadStep(payload: string | undefined): CheckStep {
	if (payload !== undefined) {
		return { outcome: 'held', says: 'The content shown below is the one that was entered' };
	}
	return { outcome: 'open', says: 'The content was erased; that there was an entry still stands' };
}

function fileStep(proven: ProvenEntry, fileHash: string): CheckStep {
	const verdict = withFile(proven, fileHash);
	return verdict.valid
		? { outcome: 'held', says: 'The file you chose is the one that was entered' }
		: { outcome: 'broken', says: verdict.message };
}

/** Reads vkeys, one per line; skips blank lines and comments with #. */
export function keysIn(text: string): readonly string[] {
	return text
		.split('\n')
		.map((line) => line.replace(/(^|\s)#.*/, '').trim())
		.filter((line) => line !== '');
}
