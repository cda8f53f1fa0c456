/** Where shapes stand on a slide: their own place, or that of their placeholder in the layout. */
import { joinWords } from '../../package/looks';
import { turnOf } from '../../package/drawing-forms';
import { hundredthsIn, sizeText } from '../../package/lengths';
import { attribute, child, elementsOf, type XmlElement } from '../../package/xml';

/** What a slide shows in a place that its layout prepares. */
export interface Placeholder {
	readonly type: string;
	readonly index: string | undefined;
}

/** From the coordinates of a group to hundredths of a millimetre. */
export interface Space {
	readonly left: number;
	readonly top: number;
	readonly across: number;
	readonly down: number;
	readonly isGroup: boolean;
}

export const slideSpace: Space = { left: 0, top: 0, across: 1, down: 1, isGroup: false };

const emu = (value: string | undefined) => {
	const number = Number(value ?? '0');
	return Number.isFinite(number) ? number / hundredthEmu : 0;
};
const hundredthEmu = 360;

/** The properties of a shape that every kind of shape has. */
export interface Named {
	readonly properties: XmlElement | undefined;
	readonly placeholder: Placeholder | undefined;
	readonly frame: XmlElement | undefined;
}

export function namedOf(shape: XmlElement): Named {
	const own = elementsOf(shape).find(({ name }) => /^p:nv\w*Pr$/.test(name));
	const place = child(child(own, 'p:nvPr'), 'p:ph');
	const look = child(shape, 'p:spPr') ?? child(shape, 'p:grpSpPr');
	return {
		properties: child(own, 'p:cNvPr'),
		placeholder: place && {
			type: attribute(place, 'type') ?? 'body',
			index: attribute(place, 'idx'),
		},
		frame: child(shape, 'p:xfrm') ?? child(look, 'a:xfrm'),
	};
}

/** Such as `at 25, 40 mm, 100 × 50 mm, turned 5°`; of a shape in a group, from where that begins. */
export function formOf(frame: XmlElement | undefined, space: Space): string {
	if (frame === undefined) return '';
	const { x, y, width, height } = boxOf(frame, 'a:off', 'a:ext');
	const [left, top] = [(x - space.left) * space.across, (y - space.top) * space.down];
	const millimetres = (hundredths: number) => Math.round(Math.round(hundredths) / 100);
	const place = `at ${millimetres(left)}, ${millimetres(top)} mm`;
	return joinWords([
		space.isGroup ? `${place} of its group` : place,
		`${millimetres(width * space.across)} × ${millimetres(height * space.down)} mm`,
		turnOf(frame),
	]);
}

/** The space of the shapes of a group, which may be scaled. */
export function spaceOf(frame: XmlElement | undefined, around: Space): Space {
	if (frame === undefined) return { ...around, isGroup: true };
	const outer = boxOf(frame, 'a:off', 'a:ext');
	const inner = boxOf(frame, 'a:chOff', 'a:chExt');
	const scale = (own: number, of: number) => (own > 0 && of > 0 ? own / of : 1);
	return {
		left: inner.x,
		top: inner.y,
		across: around.across * scale(outer.width, inner.width),
		down: around.down * scale(outer.height, inner.height),
		isGroup: true,
	};
}

function boxOf(frame: XmlElement, place: string, size: string) {
	const [off, ext] = [child(frame, place), child(frame, size)];
	return {
		x: emu(attribute(off, 'x')),
		y: emu(attribute(off, 'y')),
		width: emu(attribute(ext, 'cx')),
		height: emu(attribute(ext, 'cy')),
	};
}

/** Such as `254 × 190 mm`, of the slides of a presentation. */
export function slideSize(size: XmlElement | undefined): string {
	const length = (name: string) => hundredthsIn(`${attribute(size, name) ?? '0'}emu`);
	return sizeText(length('cx'), length('cy'));
}

/** The placeholders of a layout or a master, and whether it shows something of its own. */
export class Prepared {
	readonly name: string;
	readonly hasOwn: boolean;
	readonly #byIndex = new Map<string, XmlElement>();
	readonly #byType = new Map<string, XmlElement>();

	constructor(root: XmlElement, shapes: readonly XmlElement[]) {
		this.name = attribute(child(root, 'p:cSld'), 'name') ?? '';
		const all = shapes.map(namedOf);
		this.hasOwn = all.some(({ placeholder }) => placeholder === undefined);
		for (const { placeholder, frame } of all) {
			if (placeholder === undefined || frame === undefined) continue;
			const { type, index } = placeholder;
			if (index !== undefined) this.#byIndex.set(index, frame);
			if (!this.#byType.has(baseType(type))) this.#byType.set(baseType(type), frame);
		}
	}

	frameOf({ type, index }: Placeholder): XmlElement | undefined {
		const own = index === undefined ? undefined : this.#byIndex.get(index);
		return own ?? this.#byType.get(baseType(type));
	}
}

/** Kinds of placeholders that stand in for each other. */
function baseType(type: string): string {
	if (type === 'ctrTitle') return 'title';
	return type === 'subTitle' || type === 'obj' ? 'body' : type;
}
