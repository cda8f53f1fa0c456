/** What is printed of a comparison: a line that says it all, and the first differences with their places. */
import { placeText } from '../../api/comparison/place';
import type { Change } from '../core/comparison';
import type { Outcome } from '../core/outcome';
import { percentText } from '../report/percent';
import type { Pair } from './pairs';

const changesShown = 10;
const textLengthMax = 60;

export function summaryOf({ name, kept }: Pair, outcome: Outcome | undefined): string {
	if (outcome === undefined)
		return `${name}: only in what was ${kept === undefined ? 'sent' : 'kept'}.\n`;
	const { accuracy, summary, changes, notes, ignored } = outcome;
	const share = outcome.outcome === 'different' ? ` ${percentText(accuracy)} equal.` : '';
	const hidden = ignored.filter((one) => one.kept + one.sent > 0);
	const left = changes.length - changesShown;
	return [
		`${name}: ${summary}${share}`,
		...changes.slice(0, changesShown).map(changeLine),
		...(left > 0 ? [`  … ${left} more; --report and --json have all`] : []),
		...hidden.map((one) => `  left out by ${one.rule}: ${one.kept} kept, ${one.sent} sent`),
		...notes.map((note) => `  note: ${note}`),
		'',
	].join('\n');
}

function changeLine({ kind, kept, sent, oldText, newText }: Change): string {
	const texts = [quoted(oldText), quoted(newText)].filter((text) => text !== undefined);
	return ['  ' + kind, placeText(kept ?? sent), texts.join(' → ')]
		.filter((part) => part !== '')
		.join('  ');
}

/** In one line; control characters of a file never reach the terminal. */
function quoted(text: string | undefined): string | undefined {
	if (text === undefined) return undefined;
	const line = text.replace(/\s+/gu, ' ').replace(/\p{C}/gu, '\ufffd').trim();
	const letters = [...line];
	return `"${letters.length > textLengthMax ? `${letters.slice(0, textLengthMax).join('')}…` : line}"`;
}
