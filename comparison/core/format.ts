/** A format: how its files are told from others, and what reads them. `formats.ts` lists them. */
import type { ComparedKindName } from '../../api/comparison/kinds';
import type { Compared, Comparer, ComparisonTask } from './comparison';

/** Compares two entries of archives by their format; without `archives`, archives as bytes. */
export type CompareEntry = (
	task: ComparisonTask,
	archives: Comparer | undefined,
) => Promise<Compared>;

/**
 * The content decides; the name only distinguishes kinds of text, because a document with a missing
 * bracket is still the same document, and a file named `.pdf` may be an error page.
 */
export interface Format {
	/** For messages. */
	readonly name: string;
	/** Its levels, rules and words in the documentation stand under this kind. */
	readonly kind: ComparedKindName;
	/** Loads its comparer on first use, because some are large; without it nothing reads the format. */
	readonly load?: (compareEntry: CompareEntry) => Promise<Comparer>;
	/** First bytes, any of them. */
	readonly begins?: readonly (readonly number[])[];
	/** For what its first bytes alone do not tell. */
	readonly hasMark?: (bytes: Uint8Array) => boolean;
	/** How the name of an entry begins that archives of this format alone have. */
	readonly entry?: string;
	/** The media type that stands at the beginning of archives of this format. */
	readonly mediaType?: string;
	/** True if it can also be read as text. */
	readonly isText?: true;
	/** Extensions that tell it from other texts. */
	readonly endings?: readonly string[];
}
