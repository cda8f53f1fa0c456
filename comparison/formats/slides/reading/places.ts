/** Where shapes stand on a slide: their own place, or that of their placeholder in the layout. */
import { joinWords } from '../../package/looks';
import { hundredthsIn, millimetres, sizeText, turnOf } from '../../package/drawing-forms';
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
	const [x, y] = [emuIn(off, 'x'), emuIn(off, 'y')];
	return { x, y, width: emuIn(ext, 'cx'), height: emuIn(ext, 'cy') };
}

/** In hundredths of a millimetre. */
function emuIn(element: XmlElement | undefined, name: string): number {
	return hundredthsIn(`${attribute(element, name) ?? '0'}emu`);
}

/** Such as `254 × 190 mm`, of the slides of a presentation. */
export function slideSize(size: XmlElement | undefined): string {
	return sizeText(emuIn(size, 'cx'), emuIn(size, 'cy'));
}
