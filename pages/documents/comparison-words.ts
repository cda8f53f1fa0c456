/** A comparison in words for people: what was compared with what, and what came of it. Pure texts. */
import type { Model } from '../../api/types';

export type Comparison = Omit<Model<'Comparison'>, 'result'>;

export function isUnderWay({ status }: Comparison): boolean {
	return status === 'Queued' || status === 'Running';
}

/** What was compared with what. */
export function sidesOf({ version, otherVersion, fileName }: Comparison): string {
	if (otherVersion !== undefined) return `Version ${version} compared with version ${otherVersion}`;
	return `${fileName ?? 'A file'} compared with version ${version}`;
}

/** What came of it, or how far it is. */
export function standingOf(comparison: Comparison): string {
	const { status, summary = '', keptVersion, errorMessage } = comparison;
	switch (status) {
		case 'Queued':
			return 'Waits for its turn.';
		case 'Running':
			return 'Under way.';
		case 'Done':
			return keptVersion === undefined ? summary : `${summary} Kept as version ${keptVersion}.`;
		case 'Failed':
			return `Failed: ${errorMessage ?? 'no reason was given'}`;
		case 'Cancelled':
			return `Cancelled. ${errorMessage ?? ''}`.trim();
	}
}

/** As many decimals as it has, so that nothing but equality reads as 100 %. */
export function percent(accuracy: number): string {
	return `${Number((accuracy * 100).toFixed(4))} %`;
}

type Place = NonNullable<NonNullable<Model<'Comparison'>['result']>['changes'][number]['kept']>;

/** Where in a file something is, by what its format has; nothing where it has none. */
export function placeText(place: Place | undefined): string {
	if (place === undefined) return '';
	const { line, column, page, path, sheet, cell, entry, offsetBytes, sizeBytes } = place;
	return [
		entry,
		page !== undefined && `page ${page}`,
		sheet,
		cell,
		path,
		line !== undefined && `line ${line}`,
		column !== undefined && `column ${column}`,
		offsetBytes !== undefined && `byte ${offsetBytes}`,
		sizeBytes !== undefined && `${sizeBytes} bytes`,
	]
		.filter((part) => part !== undefined && part !== false && part !== '')
		.join(', ');
}
