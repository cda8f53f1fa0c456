/**
 * The report of two PDFs: for each differing pair of pages both pictures with marks, side by side,
 * and below them each difference with its neighbouring words.
 */
import { at, present } from '../../../../server/at';
import { countText, markup, type Markup } from '../../../../server/html/markup';
import type { Both } from '../../../core/format-comparer';
import type { ReportBody } from '../../../core/comparison';
import { changeAnchor } from '../../../report/anchors';
import { marked, moreNote, shortened } from '../../../report/parts';
import { changeSigns } from '../../../report/signs';
import { kindOf, type Difference, type DifferenceSide } from '../matching/difference';
import { markedPdf } from './marked-pdf';
import { markedPicture, type Mark } from './marked-pictures';
import type { ReportContent } from './shown';
import type { PdfText } from '../reading/pdf-text';

/** Most page pairs shown as pictures; further ones are only listed. */
const picturedPairsMax = 10;

/** Most differences listed. */
const listedMax = 1000;

interface Numbered {
	readonly number: number;
	readonly difference: Difference;
}

/** Two pages side by side, or a single one, with their differences. */
interface Spread extends Partial<Both<number>> {
	readonly entries: readonly Numbered[];
}

export async function reportBody(shown: ReportContent): Promise<ReportBody> {
	const { differences } = shown;
	if (differences.length === 0) {
		return {
			content: markup`<p class="note">Nothing that a reader sees differs at this accuracy.</p>`,
			files: [],
		};
	}
	const spreads = spreadsOf(shown);
	const listed = Math.min(differences.length, listedMax);
	const sections: Markup[] = [];
	for (const [index, spread] of spreads.entries()) {
		const pictures = index < picturedPairsMax ? await picturesOf(spread, shown) : markup``;
		sections.push(section(spread, pictures, shown, listed));
	}
	const marked = await markedPdf(shown);
	const notes = [
		...(spreads.length > picturedPairsMax ? [unpictured(spreads.length - picturedPairsMax)] : []),
		...(typeof marked === 'string' ? [marked] : []),
	];
	return {
		style,
		content: markup`${notes.map(
			(note) => markup`<p class="note">${note}</p>
`,
		)}${moreNote(differences.length - listed)}${sections}`,
		files: typeof marked === 'string' ? [] : [marked],
	};
}

function unpictured(count: number): string {
	return `The first ${picturedPairsMax} pages that differ are shown as pictures; of ${countText(count, 'more page')} what differs is listed.`;
}

/** Groups differences by pages, in order. */
function spreadsOf({ differences, pairs }: ReportContent): readonly Spread[] {
	const bySent = new Map(pairs.map((pair) => [pair.sent, pair]));
	const byKept = new Map(pairs.map((pair) => [pair.kept, pair]));
	const entries = differences.slice(0, listedMax).map((difference, index) => {
		const { kept, sent } = difference;
		const pair = sent === undefined ? byKept.get(kept?.page) : bySent.get(sent.page);
		return { number: index + 1, difference, pair };
	});
	return [...Map.groupBy(entries, ({ pair }) => pair)].map(([pair, own]) => ({
		kept: pair?.kept,
		sent: pair?.sent,
		entries: own,
	}));
}

async function picturesOf(spread: Spread, shown: ReportContent): Promise<Markup> {
	const cells = [
		await pictureCell('kept', spread, shown),
		await pictureCell('sent', spread, shown),
	];
	return markup`<div class="spread">
${cells}</div>
`;
}

const sideNames = { kept: 'Kept', sent: 'Sent' } as const;

async function pictureCell(
	side: 'kept' | 'sent',
	spread: Spread,
	shown: ReportContent,
): Promise<Markup> {
	const page = spread[side];
	if (page === undefined) {
		return markup`<figure class="none"><figcaption>${sideNames[side]}: no such page</figcaption></figure>
`;
	}
	const marks = spread.entries.flatMap(({ number, difference }): readonly Mark[] => {
		const at = difference[side];
		return at === undefined || at.page !== page
			? []
			: [{ kind: kindOf(difference), number, boxes: at.boxes }];
	});
	const picture = await markedPicture(side, shown[side], page, marks);
	const name = `${sideNames[side]}, page ${page + 1}`;
	if (picture === undefined) {
		return markup`<figure class="none"><figcaption>${name} could not be drawn</figcaption></figure>
`;
	}
	const said = `${name} with ${countText(marks.length, 'difference')} marked`;
	return markup`<figure><figcaption>${name}</figcaption><img src="${picture.address}" width="${picture.width}" height="${picture.height}" alt="${said}"></figure>
`;
}

function section(spread: Spread, pictures: Markup, shown: ReportContent, count: number): Markup {
	const items = spread.entries.map(
		({
			number,
			difference,
		}) => markup`<li class="${kindOf(difference)}">${changeAnchor(number, count)} ${row(difference, shown)}</li>
`,
	);
	return markup`<section>
<h2>${heading(spread)}</h2>
${pictures}<ol class="differences">
${items}</ol>
</section>
`;
}

function heading({ kept, sent }: Spread): string {
	if (kept === undefined) {
		return sent === undefined ? 'The file itself' : `Page ${sent + 1} was added`;
	}
	if (sent === undefined) return `Page ${kept + 1} was removed`;
	return kept === sent ? `Page ${kept + 1}` : `Page ${kept + 1}, now page ${sent + 1}`;
}

const shownLengthMax = 2000;

function row(difference: Difference, shown: ReportContent): Markup {
	const { kept, sent } = difference;
	const kind = kindOf(difference);
	const base = kept === undefined ? '' : shortened(kept.text, shownLengthMax);
	const other = sent === undefined ? '' : shortened(sent.text, shownLengthMax);
	const sign = markup`<span class="key ${kind}">${changeSigns[kind]}</span><span class="kind">${names[kind]}</span>`;
	if (kind === 'moved') {
		const [from, to] = [present(kept, 'the kept side'), present(sent, 'the sent side')];
		return markup`${sign} <span class="place">from page ${from.page + 1} to page ${to.page + 1}</span> <mark class="moved">${other}</mark>`;
	}
	const at = sent ?? kept;
	const text = sent === undefined ? shown.kept.text : shown.sent.text;
	const around = at === undefined || at.words.length === 0 ? none : neighbours(text, at);
	return markup`${sign} <span class="around">${around.before}</span> ${marked('kept', base)} ${marked('sent', other)} <span class="around">${around.after}</span>`;
}

const names = {
	added: 'added',
	removed: 'removed',
	changed: 'changed',
	moved: 'moved',
	formatted: 'set otherwise',
} as const;

const none = { before: '', after: '' };
const neighbourWords = 6;

/** The neighbouring words on the same page. */
function neighbours(text: PdfText, { page, words }: DifferenceSide) {
	const { from = 0, to = 0 } = text.pages[page] ?? {};
	const [first, last] = [at(words, 0), at(words, words.length - 1)];
	const joined = (start: number, end: number) =>
		Array.from({ length: Math.max(0, end - start) }, (_, index) => text.textAt(start + index)).join(
			' ',
		);
	return {
		before: joined(Math.max(from, first - neighbourWords), first),
		after: joined(last + 1, Math.min(to, last + 1 + neighbourWords)),
	};
}

const style = `
.spread { display: flex; flex-wrap: wrap; gap: 1rem; }
.spread figure { flex: 1 1 20rem; margin: 0 0 .75rem; min-width: 0; }
.spread img { width: 100%; height: auto; border: 1px solid var(--line); background: #fff; }
.spread .none { align-self: flex-start; border: 1px dashed var(--line); padding: 1rem; }
.differences { list-style: none; margin: 0; padding: 0; }
.differences li { background: var(--paper); border-left: 4px solid var(--red-strong); border-radius: 6px;
margin: .35rem 0; padding: .35rem .6rem; overflow-wrap: anywhere; }
.differences .moved { border-left-color: var(--yellow-ink); } .differences .formatted { border-left-color: var(--blue-ink); }
.differences .around { color: var(--soft); }
.differences .kind { margin-right: .5rem; color: var(--soft); }
`;
