/**
 * Cuts the pieces of a paragraph where changes begin or end, in reading order. Callers decide how
 * a slice is written.
 */
import type { Segment } from '../../blocks/matching/paragraph-difference';
import type { Piece } from '../word/paragraphs';
import type { XmlElement } from '../../package/xml';

interface Edit {
	readonly from: number;
	readonly to: number;
	readonly added: string;
}

export interface Slice {
	readonly kind: 'kept' | 'removed' | 'added';
	readonly text: string;
	readonly isFixed: boolean;
	/** True if it is the whole content of its element. */
	readonly isWhole: boolean;
}

export class Cutting {
	/** Run properties for added text. */
	look = '';
	readonly #edits: Edit[];
	readonly #pieces = new Map<XmlElement, Piece[]>();
	readonly #fixed = new Set<XmlElement>();
	#at = 0;

	constructor(segments: readonly Segment[], pieces: readonly Piece[]) {
		this.#edits = editsOf(segments);
		for (const piece of pieces) {
			this.#pieces.set(piece.node, [...(this.#pieces.get(piece.node) ?? []), piece]);
			if (piece.holder.name !== 'w:r') this.#fixed.add(piece.node);
		}
	}

	hasFixed(node: XmlElement): boolean {
		return this.#fixed.has(node);
	}

	/** The slices of an element's text, with added text before, in or right after it. */
	take(node: XmlElement): readonly Slice[] {
		return (this.#pieces.get(node) ?? []).flatMap((piece) => this.#slices(piece));
	}

	/** Text added at the end. */
	rest(): readonly string[] {
		return this.#edits.splice(0).map(({ added }) => added);
	}

	#slices({ text, isFixed }: Piece): readonly Slice[] {
		const slices: Slice[] = [];
		const start = this.#at;
		const end = start + text.length;
		this.#addNew(slices);
		while (this.#at < end) {
			const [edit] = this.#edits;
			const isRemoved = edit !== undefined && edit.from <= this.#at;
			const boundary = edit === undefined ? end : isRemoved ? edit.to : edit.from;
			const to = isFixed ? end : Math.min(end, boundary);
			const slice = text.slice(this.#at - start, to - start);
			const isWhole = slice.length === text.length;
			slices.push({ kind: isRemoved ? 'removed' : 'kept', text: slice, isFixed, isWhole });
			this.#at = to;
			this.#addNew(slices);
		}
		return slices;
	}

	#addNew(slices: Slice[]): void {
		let [edit] = this.#edits;
		while (edit !== undefined && edit.to <= this.#at) {
			const text = edit.added;
			if (text !== '') slices.push({ kind: 'added', text, isFixed: false, isWhole: true });
			this.#edits.shift();
			[edit] = this.#edits;
		}
	}
}

function editsOf(segments: readonly Segment[]): Edit[] {
	const edits: Edit[] = [];
	let at = 0;
	for (const { kept, sent, objects } of segments) {
		const to = at + kept.length;
		const added = objects === undefined ? sent : objects.words;
		if (kept !== sent) edits.push({ from: at, to, added });
		at = to;
	}
	return edits;
}
