/** Describes comparisons in words. Pure. */
import type { Model } from '../../api/types';

export type Comparison = Omit<Model<'Comparison'>, 'result'>;

export function isUnderWay({ status }: Comparison): boolean {
	return status === 'Queued' || status === 'Running';
}

export function sidesOf({ version, otherVersion, fileName }: Comparison): string {
	if (otherVersion !== undefined) return `Version ${version} compared with version ${otherVersion}`;
	return `${fileName ?? 'A file'} compared with version ${version}`;
}

/** The result, or the state while it is not done. */
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
