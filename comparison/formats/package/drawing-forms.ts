/** How what is drawn stands there, in words: its size, turned, mirrored, cut. */
import { joinWords } from './looks';
import { attribute, isOnValue, type XmlElement } from './xml';

const frames: ReadonlySet<string> = new Set(['a:xfrm', 'p:xfrm']);

export function turnOf(element: XmlElement): string {
	if (!frames.has(element.name)) return '';
	const degrees = Math.round(Number(attribute(element, 'rot') ?? '0') / 60_000);
	const isMirrored = ['flipH', 'flipV'].some((name) => isOnValue(attribute(element, name)));
	return joinWords([degrees === 0 ? '' : `turned ${degrees}°`, isMirrored ? 'mirrored' : '']);
}

/** What of a picture is left out at its sides, in percent. */
export function cutOf(element: XmlElement): string {
	if (element.name !== 'a:srcRect') return '';
	const shares = ['l', 't', 'r', 'b'].map((name) =>
		Math.round(Number(attribute(element, name) ?? '0') / 1000),
	);
	return shares.every((share) => share === 0) ? '' : `cut by ${shares.join(', ')} %`;
}

/** The text that stands for a picture where it is not seen. */
export function describedAs(description: string | undefined): string {
	const text = description?.trim() ?? '';
	return text === '' ? '' : `described as “${text}”`;
}

/** Hundredths of a millimetre, by unit. */
const hundredthsOf: ReadonlyMap<string, number> = new Map([
	['pt', 2540 / 72],
	['in', 2540],
	['cm', 1000],
	['mm', 100],
	['emu', 1 / 360],
]);

/** Of a length such as `2.54cm`; 0 for what is none. */
export function hundredthsIn(length = ''): number {
	const [, number, unit = ''] = /^\s*(-?[\d.]+)\s*([a-z]+)\s*$/i.exec(length) ?? [];
	return number === undefined ? 0 : Number(number) * (hundredthsOf.get(unit.toLowerCase()) ?? 0);
}

/** Such as `25 × 50 mm`; empty for what has no size. */
export function sizeText(width: number, height: number): string {
	if (!(width > 0 && height > 0)) return '';
	return `${millimetres(width)} × ${millimetres(height)} mm`;
}

export function millimetres(hundredths: number): number {
	return Math.round(Math.round(hundredths) / 100);
}
