/** Colours as #rrggbb, and what can be read on them (WCAG 2.2, contrast of at least 4.5 to 1). */

/** Black or white, whichever stands out more: one of them always does by 4.58 to 1. */
export function textOn(colour: string): '#000000' | '#ffffff' {
	const luminance = luminanceOf(colour);
	const [onBlack, onWhite] = [(luminance + 0.05) / 0.05, 1.05 / (luminance + 0.05)];
	return onBlack > onWhite ? '#000000' : '#ffffff';
}

export function luminanceOf(colour: string): number {
	const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
		const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
		return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
	});
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
