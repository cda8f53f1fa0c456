/**
 * Finds similar subtrees by shared values under the same names and shared words. Only rare features
 * are looked up, so that a thousand items need not be compared with a thousand others.
 */
import { mostAlike, type Candidate } from '../../../align/choosing';
import { classOf, type Items, type Matched } from './matched';
import { endOf, isContainer, nameOf } from '../reading/tree';
import { finished, mix } from '../reading/string-interner';
import { seenText } from './rules';

/** Least similarity of a pair. */
const alikeFrom = 0.5;
const featuresPerItemMax = 64;
const featuresMax = 300_000;
/** Limits how deep a subtree is read. */
const nodesPerFeature = 4;
/** A feature that more items share is ignored. */
const sharedByMax = 16;
const candidatesMax = 6;
const wordsMin = 3;

/** Pairs of indexes of items with at least half in common, the most similar first. */
export function alikePairs(kept: Items, sent: Items): readonly Candidate[] {
	const most = Math.max(kept.nodes.length, sent.nodes.length);
	if (kept.nodes.length === 0 || sent.nodes.length === 0 || most > featuresMax / 4) return [];
	const perItem = Math.min(featuresPerItemMax, Math.floor(featuresMax / most));
	const featuresKept = kept.nodes.map((node) => featuresOf(kept.side, node, perItem));
	const featuresSent = sent.nodes.map((node) => featuresOf(sent.side, node, perItem));
	return mostAlike(candidates(featuresKept, featuresSent));
}

/** Features: every leaf by name and value, and the words of every text that is long enough. */
function featuresOf(side: Matched, node: number, most: number): ReadonlySet<number> {
	const { tree, hidden } = side.view;
	const features = new Set<number>();
	const isText = !isContainer(tree, node);
	const end = Math.min(endOf(tree, node), node + most * nodesPerFeature);
	for (let at = node; at < end && features.size < most; at++) {
		if (hidden?.[at] || isContainer(tree, at)) continue;
		if (!isText) features.add(finished(mix(nameOf(tree, at), classOf(side, at))));
		const words =
			seenText(side.view, at)
				.slice(0, 2000)
				.match(/[\p{L}\p{N}]+/gu) ?? [];
		if (words.length < wordsMin) continue;
		for (const word of words) if (features.size < most) features.add(hashOf(word));
	}
	return features;
}

function hashOf(word: string): number {
	let hash = word.length;
	for (let at = 0; at < word.length; at++) hash = mix(hash, word.charCodeAt(at));
	return finished(hash);
}

function candidates(
	kept: readonly ReadonlySet<number>[],
	sent: readonly ReadonlySet<number>[],
): Candidate[] {
	const index = rareFeatures(sent);
	return kept.flatMap((features, at) => {
		const votes = new Map<number, number>();
		for (const feature of features) {
			for (const other of index.get(feature) ?? []) votes.set(other, (votes.get(other) ?? 0) + 1);
		}
		return [...votes]
			.sort((a, b) => b[1] - a[1] || a[0] - b[0])
			.slice(0, candidatesMax)
			.map(([other]) => ({ base: at, other, weight: shareOf(features, sent[other]) }))
			.filter(({ weight }) => weight >= alikeFrom);
	});
}

function rareFeatures(items: readonly ReadonlySet<number>[]): Map<number, number[]> {
	const index = new Map<number, number[]>();
	for (const [at, features] of items.entries()) {
		for (const feature of features) {
			const list = index.get(feature);
			if (!list) index.set(feature, [at]);
			else if (list.length <= sharedByMax) list.push(at);
		}
	}
	for (const [feature, list] of index) if (list.length > sharedByMax) index.delete(feature);
	return index;
}

/** The Dice coefficient. */
function shareOf(features: ReadonlySet<number>, others: ReadonlySet<number> | undefined): number {
	if (!others) return 0;
	const [fewer, more] = features.size < others.size ? [features, others] : [others, features];
	let both = 0;
	for (const feature of fewer) if (more.has(feature)) both++;
	return (2 * both) / (features.size + others.size);
}
