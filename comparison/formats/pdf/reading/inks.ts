/**
 * Follows the colours in which a page draws: what the current operators set, what they save and what
 * they restore, and which layers are hidden.
 */
import type { Pdfjs } from './pdf-document';

interface Ink {
	readonly fill: string;
	readonly stroke: string;
	/** How text is drawn, such as filled, outlined or not at all. */
	readonly textMode: number;
	/** Opacity and the way of blending. */
	readonly states: ReadonlyMap<string, string>;
}

const usual: Ink = { fill: '#000000', stroke: '#000000', textMode: 0, states: new Map() };

/** States of which the value decides what is seen. */
const seenStates: ReadonlySet<string> = new Set(['ca', 'CA', 'BM', 'SMask']);

/** Text that is outlined as well. */
const outlined: ReadonlySet<number> = new Set([1, 2, 5, 6]);

/** Which layers of a document are shown. */
export interface Layers {
	isVisible(layer: unknown): unknown;
}

export class Inks {
	private ink = usual;
	private readonly saved: Ink[] = [];
	/** For each open piece of marked content whether its layer is hidden. */
	private readonly hidden: boolean[] = [];

	constructor(
		private readonly operators: Pdfjs['OPS'],
		private readonly layers: Layers | undefined,
	) {}

	follow(operator: number, args: unknown): void {
		const { operators: ops } = this;
		const [first, second] = listOf(args);
		switch (operator) {
			case ops.save:
			case ops.paintFormXObjectBegin:
				this.saved.push(this.ink);
				break;
			case ops.beginAnnotation:
				this.saved.push(this.ink);
				this.ink = usual;
				break;
			case ops.restore:
			case ops.paintFormXObjectEnd:
			case ops.endAnnotation:
				this.ink = this.saved.pop() ?? usual;
				break;
			case ops.setFillRGBColor:
			case ops.setFillColorN:
			case ops.setFillTransparent:
				this.ink = { ...this.ink, fill: String(first) };
				break;
			case ops.setStrokeRGBColor:
			case ops.setStrokeColorN:
			case ops.setStrokeTransparent:
				this.ink = { ...this.ink, stroke: String(first) };
				break;
			case ops.setTextRenderingMode:
				this.ink = { ...this.ink, textMode: Number(first) };
				break;
			case ops.setGState:
				this.ink = { ...this.ink, states: new Map([...this.ink.states, ...statesOf(first)]) };
				break;
			case ops.beginMarkedContent:
				this.hidden.push(false);
				break;
			case ops.beginMarkedContentProps:
				this.hidden.push(first === 'OC' && this.layers?.isVisible(second) === false);
				break;
			case ops.endMarkedContent:
				this.hidden.pop();
				break;
			default:
				break;
		}
	}

	ofPath(): string {
		const { fill, stroke } = this.ink;
		return `${fill} ${stroke} ${this.states()}`;
	}

	ofText(): string {
		const { fill, stroke, textMode } = this.ink;
		return `${textMode} ${fill} ${outlined.has(textMode) ? stroke : ''} ${this.states()}`;
	}

	/** A state with its usual value is as good as none. */
	private states(): string {
		const states = [...this.ink.states]
			.filter(([, value]) => !['1', 'source-over', 'false'].includes(value))
			.map((state) => state.join(' '));
		return [...states.sort(), ...(this.hidden.includes(true) ? ['hidden'] : [])].join(' ');
	}
}

/** The arguments of an operator, which pdfjs does not type. */
export function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}

function statesOf(list: unknown): readonly (readonly [string, string])[] {
	return listOf(list).flatMap((state) => {
		const [name, value] = listOf(state);
		if (typeof name !== 'string' || !seenStates.has(name)) return [];
		// A mask is an object of pdfjs; whether there is one is enough to draw the page.
		return [[name, name === 'SMask' ? String(value instanceof Object) : String(value)] as const];
	});
}
