/**
 * The climb from an entry to the root of a tree, step by step as it is worked out: the hashes are
 * those that the check itself makes, listened to on the way.
 */
import { toHex, utf8 } from '../../proof/bytes';
import { entryText, type LogEntry } from '../../proof/log-entry';
import { leafBytes, verifyInclusion } from '../../proof/merkle';
import { sha256 } from '../../proof/sha256';

export interface ClimbStep {
	/** The hash the step has brought, and its neighbour's, in hex. */
	readonly neighbour: string;
	readonly neighbourIs: 'left' | 'right';
	readonly reached: string;
}

export interface Climb {
	readonly leaf: string;
	readonly steps: readonly ClimbStep[];
	/** The end of the climb is the root of the tree. */
	readonly holds: boolean;
}

export interface InclusionInHand {
	readonly entry: LogEntry;
	readonly index: number;
	readonly treeSize: number;
	readonly path: readonly Uint8Array[];
	readonly rootHash: Uint8Array;
}

export async function climbed({ entry, ...tree }: InclusionInHand): Promise<Climb> {
	const leaf = await sha256(leafBytes(utf8(entryText(entry))));
	const steps: ClimbStep[] = [];
	const listening = async (node: Uint8Array): Promise<Uint8Array> => {
		const reached = await sha256(node);
		steps.push({ ...sidesOf(node, tree.path[steps.length]), reached: toHex(reached) });
		return reached;
	};
	const holds = await verifyInclusion({ ...tree, leafHash: leaf }, listening);
	return { leaf: toHex(leaf), steps, holds };
}

const prefixBytes = 1;
const hashBytes = 32;

/** Which half of a node is the neighbour. */
function sidesOf(
	node: Uint8Array,
	neighbour: Uint8Array = new Uint8Array(),
): Pick<ClimbStep, 'neighbour' | 'neighbourIs'> {
	const left = toHex(node.subarray(prefixBytes, prefixBytes + hashBytes));
	const text = toHex(neighbour);
	return { neighbour: text, neighbourIs: left === text ? 'left' : 'right' };
}
