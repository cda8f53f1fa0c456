/** Describes comparisons in words. */
import type { Model } from '../../api/types';
import type { SayText } from '../parts/language/text-table';
import { useTexts } from '../parts/language/texts';
import { useKeptRefusal } from '../parts/told';
import { texts, type TextName } from './texts';

export type Comparison = Omit<Model<'Comparison'>, 'result'>;

export function isUnderWay({ status }: Comparison): boolean {
	return status === 'Queued' || status === 'Running';
}

export function sidesOf(
	{ version, otherVersion, fileName }: Comparison,
	say: SayText<TextName>,
): string {
	if (otherVersion !== undefined)
		return say('Version {version} compared with version {otherVersion}', { version, otherVersion });
	if (fileName === undefined) return say('A file compared with version {version}', { version });
	return say('{file} compared with version {version}', { file: fileName, version });
}

/** The result, or the state while it is not done. */
export function useStanding(comparison: Comparison): string {
	const say = useTexts(texts);
	const { status, summary = '', keptVersion, errorMessage } = comparison;
	const why = useKeptRefusal(errorMessage ?? '');
	switch (status) {
		case 'Queued':
			return say('Waits for its turn.');
		case 'Running':
			return say('Under way.');
		case 'Done':
			if (keptVersion === undefined) return summary;
			return say('{summary} Kept as version {version}.', { summary, version: keptVersion });
		case 'Failed':
			if (errorMessage === undefined) return say('Failed: no reason was given');
			return say('Failed: {why}', { why });
		case 'Cancelled':
			if (errorMessage === undefined) return say('Cancelled.');
			return say('Cancelled. {why}', { why });
	}
}
