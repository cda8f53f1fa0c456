/** A presentation in the form that is compared: slides in their order, each with what it shows and says. */
import type { Block } from '../../blocks/document/document';
import type { Formatting } from '../../package/looks';

export interface Slide {
	/** From 1, in the order of the presentation. */
	readonly number: number;
	readonly title: string;
	/** Whether it is shown, its size, its layout. */
	readonly formatting: Formatting;
	/** The title, then texts, tables, pictures, charts and diagrams in reading order. */
	readonly content: readonly Block[];
	readonly notes: readonly Block[];
	readonly comments: readonly Block[];
	readonly shapes: readonly Shape[];
}

/** A shape of a slide, apart from its text. */
export interface Shape {
	/** By which it is known on the other side: its text or picture, or what is drawn. */
	readonly label: string;
	/** True if its content is a block of the slide. */
	readonly hasContent: boolean;
	/** Where it stands, how large and how turned it is, and what is said of it. */
	readonly form: string;
}

export interface Presentation {
	readonly slides: readonly Slide[];
	/** What it holds that is not compared, such as `animations`. */
	readonly unread: readonly string[];
	/** Parts with macros, which are never run. */
	readonly macros: readonly string[];
}

/** The blocks of text of a slide, in order. */
export function blocksOf({ content, notes, comments }: Slide): readonly Block[] {
	return [...content, ...notes, ...comments];
}
