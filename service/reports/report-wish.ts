/** Whether a report is asked for, by any of the names the interface has had for it. */
export function wantsReport(asked: {
	readonly generateDiffFile?: boolean;
	readonly mustGenerateCompareResult?: boolean;
	readonly mustGenerateFileDiff?: boolean;
}): boolean {
	const { generateDiffFile, mustGenerateCompareResult, mustGenerateFileDiff } = asked;
	return [generateDiffFile, mustGenerateCompareResult, mustGenerateFileDiff].includes(true);
}
