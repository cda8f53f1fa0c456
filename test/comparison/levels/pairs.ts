/** Pairs of files that differ in one thing alone, for every phrase of the table of levels. */
import type { AccuracyLevel } from '../../../api/comparison/levels';
import type { ComparedKindName, comparedKinds } from '../../../api/comparison/kinds';

/** How the files of a kind are read where that is not the same for all of it. */
export type PairFormat = 'text' | 'json' | 'yaml' | 'xml' | 'csv' | 'xlsx' | 'ods' | 'pdf';

export interface LevelPair {
	readonly kept: string | Uint8Array;
	readonly sent: string | Uint8Array;
	/** Needed of trees and tables. */
	readonly format?: PairFormat;
}

type Maybe = LevelPair | Promise<LevelPair>;

type PhraseOf<Kind extends ComparedKindName> =
	(typeof comparedKinds)[Kind]['differences'][AccuracyLevel][number];

/** For each phrase of a kind at least one pair; the type fails while one is missing. */
export type PairsOf<Kind extends ComparedKindName> = Readonly<
	Record<PhraseOf<Kind>, readonly Maybe[]>
>;
