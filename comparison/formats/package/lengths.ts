/** Sizes of pictures and pages, in hundredths of a millimetre as programs save them. */

const hundredthsOf: ReadonlyMap<string, number> = new Map([
	['pt', 2540 / 72],
	['in', 2540],
	['cm', 1000],
	['mm', 100],
	['emu', 1 / 360],
]);

/** Of a length such as `2.54cm`; 0 for what is none. */
export function hundredthsIn(length = ''): number {
	const [, number, unit = ''] = /^\s*([\d.]+)\s*([a-z]+)\s*$/i.exec(length) ?? [];
	return number === undefined ? 0 : Number(number) * (hundredthsOf.get(unit.toLowerCase()) ?? 0);
}

/** Such as `25 × 50 mm`; empty for what has no size. */
export function sizeText(width: number, height: number): string {
	if (!(width > 0 && height > 0)) return '';
	const millimetres = (hundredths: number) => Math.round(Math.round(hundredths) / 100);
	return `${millimetres(width)} × ${millimetres(height)} mm`;
}
