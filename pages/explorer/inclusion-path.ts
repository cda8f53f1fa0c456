/**
 * The path from an entry to the root of the tree, step by step: it records the hashes that the
 * verification computes.
 */
import { toHex, utf8 } from '../../proof/bytes';
import { entryText, type LogEntry } from '../../proof/log-entry';
import { leafBytes, verifyInclusion } from '../../proof/merkle';
import { sha256 } from '../../proof/sha256';

export interface PathStep {
	/** The hash of the neighbour and the computed hash, in hex. */
	readonly neighbour: string;
	readonly neighbourIs: 'left' | 'right';
	readonly reached: string;
}

export interface InclusionPath {
	readonly leaf: string;
	readonly steps: readonly PathStep[];
	/** True if the path ends at the root of the tree. */
	readonly holds: boolean;
}

export interface InclusionInput {
	readonly entry: LogEntry;
	readonly index: number;
	readonly treeSize: number;
	readonly path: readonly Uint8Array[];
	readonly rootHash: Uint8Array;
}

export async function computePath({ entry, ...tree }: InclusionInput): Promise<InclusionPath> {
	const leaf = await sha256(leafBytes(utf8(entryText(entry))));
	const steps: PathStep[] = [];
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

/** Finds which half of a node is the neighbour. */
function sidesOf(
	node: Uint8Array,
	neighbour: Uint8Array = new Uint8Array(),
): Pick<PathStep, 'neighbour' | 'neighbourIs'> {
	const left = toHex(node.subarray(prefixBytes, prefixBytes + hashBytes));
	const text = toHex(neighbour);
	return { neighbour: text, neighbourIs: left === text ? 'left' : 'right' };
}
