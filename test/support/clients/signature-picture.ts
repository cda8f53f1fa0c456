/**
 * Signatures for tests, as a signing page draws them: an SVG of one stroke, another for every text. Whoever
 * signs in a test signs with one of these.
 */

/** The stroke a name is drawn with. */
export function drawnSignature(name = 'a hand'): string {
	const points = Array.from(name.padEnd(12, '~').slice(-60), (letter, index) => {
		const height = 20 + (((letter.codePointAt(0) ?? 0) * 7 + name.length) % 60);
		return `${10 + index * 8},${height}`;
	});
	const width = 20 + points.length * 8;
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} 100" width="${width}" height="100"><path d="M ${points.join(' L ')}" stroke-width="2.5" stroke="black" fill="none" stroke-linecap="round"></path></svg>`;
}
