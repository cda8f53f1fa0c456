/** Pairs of files that differ in one thing alone, for every phrase of the table of levels. */
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

type ClassesOf<Kind extends ComparedKindName> = (typeof comparedKinds)[Kind]['classes'];

/** Of one class; a union of them for several. */
type Phrases<Class> = Class extends { readonly phrases: ReadonlyArray<infer Phrase extends string> }
	? Phrase
	: never;

type PhraseOf<Kind extends ComparedKindName> = Phrases<ClassesOf<Kind>[keyof ClassesOf<Kind>]>;

/** For each phrase of a kind at least one pair; the type fails while one is missing. */
export type PairsOf<Kind extends ComparedKindName> = Readonly<
	Record<PhraseOf<Kind>, readonly Maybe[]>
>;
