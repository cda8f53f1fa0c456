import type { Both } from '../../../core/format-comparer';
import type { ComparedBlock } from '../../blocks/matching/comparing';
import type { Slide } from '../reading/presentation';

/** A slide with its partner, and all that differs on it. */
export interface ComparedSlide extends Partial<Both<Slide>> {
	/** True at the place of a slide that stands elsewhere on the sent side. */
	readonly isGone: boolean;
	/** The slide without what stands on it. */
	readonly itself: readonly ComparedBlock[];
	readonly texts: readonly ComparedBlock[];
	/** Those of which something other than the text differs. */
	readonly shapes: readonly ComparedBlock[];
}

export function blocksIn({ itself, texts, shapes }: ComparedSlide): readonly ComparedBlock[] {
	return [...itself, ...texts, ...shapes];
}
