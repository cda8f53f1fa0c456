/** How what is drawn stands there, in words: turned, mirrored, cut. */
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
