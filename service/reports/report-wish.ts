/** True if a report is requested, by any of the field's former names. */
export function wantsReport(asked: {
	readonly generateDiffFile?: boolean;
	readonly mustGenerateCompareResult?: boolean;
	readonly mustGenerateFileDiff?: boolean;
}): boolean {
	const { generateDiffFile, mustGenerateCompareResult, mustGenerateFileDiff } = asked;
	return [generateDiffFile, mustGenerateCompareResult, mustGenerateFileDiff].includes(true);
}
