/** An accuracy as people read it. */

/** In hundredths of a percent; finer only near its ends, so that nothing but equality reads as 100 %. */
export function percentText(accuracy: number): string {
	const percent = accuracy * 100;
	const isNearEnd = percent > 99.99 || percent < 0.01;
	return `${Number(percent.toFixed(isNearEnd ? 4 : 2))} %`;
}
