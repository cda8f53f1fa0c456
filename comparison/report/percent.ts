/**
 * Formats an accuracy with two decimals, with four near 0 and 100, so that only equality reads as
 * 100 %.
 */
export function percentText(accuracy: number): string {
	const percent = accuracy * 100;
	const isNearEnd = percent > 99.99 || percent < 0.01;
	return `${Number(percent.toFixed(isNearEnd ? 4 : 2))} %`;
}
