/**
 * Formats an accuracy in hundredths of a percent, and more precisely near the ends, so that only
 * equality reads as 100 %.
 */
export function percentText(accuracy: number): string {
	const percent = accuracy * 100;
	const isNearEnd = percent > 99.99 || percent < 0.01;
	return `${Number(percent.toFixed(isNearEnd ? 4 : 2))} %`;
}
