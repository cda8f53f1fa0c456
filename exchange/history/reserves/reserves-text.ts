/**
 * The latest publication of reserves, and the leaves its proofs are made from, as they are kept:
 * JSON, amounts as decimal strings. The one place where they are written and read.
 */
import { readStored, storedText } from '../../database/stored-text';
import type { PublishedReserves } from '../../../proof/reserves';
import type { Liability } from './sum-tree';

type LeafText = Omit<Liability, 'amounts'> & { readonly amounts: readonly string[] };

const version = 1;

export function publishedText(published: PublishedReserves): string {
	return storedText(version, { published });
}

export function readPublished(text: string): PublishedReserves {
	return readStored<{ readonly published: PublishedReserves }>(text, version).published;
}

export function leavesText(leaves: readonly Liability[]): string {
	return storedText(version, {
		leaves: leaves.map((leaf): LeafText => ({ ...leaf, amounts: leaf.amounts.map(String) })),
	});
}

export function readLeaves(text: string): readonly Liability[] {
	const { leaves } = readStored<{ readonly leaves: readonly LeafText[] }>(text, version);
	return leaves.map((leaf) => ({ ...leaf, amounts: leaf.amounts.map(BigInt) }));
}
