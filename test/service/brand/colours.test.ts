import { luminanceOf, textOn } from '../../../service/brand/colours';

test.each([
	['#000000', '#ffffff'],
	['#ffffff', '#000000'],
	['#0b6e4f', '#ffffff'],
	['#ffd400', '#000000'],
	['#1f5fd0', '#ffffff'],
])('on %s is read %s', (colour, text) => {
	expect(textOn(colour)).toBe(text);
});

test('whatever the colour is, text on it stands out by 4.5 to 1 at least', () => {
	const worst = { contrast: Infinity, colour: '' };
	const steps = Array.from({ length: 18 }, (_, at) => at * 15);
	for (const red of steps) {
		for (const green of steps) {
			for (const blue of steps) {
				const colour = `#${Buffer.from([red, green, blue]).toString('hex')}`;
				const [one, other] = [luminanceOf(colour), luminanceOf(textOn(colour))];
				const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
				if (contrast < worst.contrast) Object.assign(worst, { contrast, colour });
			}
		}
	}
	expect(worst.contrast).toBeGreaterThanOrEqual(4.5);
});
