/** Lines beside each other, what of them is one difference, and how a report shows them. */
import { levelNames, type Level } from '../../../../../comparison/core/level';
import { findingsOf, type Findings } from '../../../../../comparison/formats/text/report/findings';
import { compareRows } from '../../../../../comparison/formats/text/matching/row-comparison';
import { rowView } from '../../../../../comparison/formats/text/report/row-view';
import { linesOf } from '../../../../../comparison/formats/text/reading/text-lines';

function findings(kept: string, sent: string, level: Level = 'Medium'): Findings {
	return findingsOf(compareRows(linesOf(kept), linesOf(sent)), level);
}

/** The lines shown as `kept | sent`, with what differs in brackets. */
function drawn({ shown }: Findings): readonly string[] {
	return shown.map((one) => {
		if (one.kind === 'gap') return `... ${one.count}`;
		const [kept, sent] = [one.row.line.kept, one.row.line.sent].map((cell) =>
			(cell?.segments ?? []).map((s) => (s.differs ? `[${s.text}]` : s.text)).join(''),
		);
		return `${kept} | ${sent}`;
	});
}

test('a changed row stands beside its partner, with rows of one side between them', () => {
	const found = findings('the cat sat\nend\n', 'a new row\nthe dog sat\nend\n');
	expect(drawn(found)).toEqual([' | [a new row]', 'the [cat] sat | the [dog] sat', 'end | end']);
	expect(found.counts).toEqual({ changed: 1, removed: 0, added: 1, moved: 0 });
	expect(found.changes).toEqual([
		{ kind: 'added', sent: { line: 1 }, newText: 'a new row' },
		{
			kind: 'changed',
			kept: { line: 1 },
			sent: { line: 2 },
			oldText: 'the cat sat',
			newText: 'the dog sat',
		},
	]);
});

test('words put in at the end of a row are a row of their own', () => {
	const found = findings('two copies.\n', 'three copies.\nSigned by both.\n');
	expect(drawn(found)).toEqual(['[two] copies. | [three] copies.', ' | [Signed by both.]']);
});

test('equal rows far from any difference are left out', () => {
	const rows = Array.from({ length: 20 }, (_, index) => `row ${index}`);
	const sent = rows.with(10, 'other').join('\n');
	expect(drawn(findings(rows.join('\n'), sent))).toEqual([
		'... 7',
		...[7, 8, 9].map((index) => `row ${index} | row ${index}`),
		'[row 10] | [other]',
		...[11, 12, 13].map((index) => `row ${index} | row ${index}`),
		'... 6',
	]);
});

test('line ends are marked at the finest level', () => {
	expect(drawn(findings('color\n', 'color\r\n', 'Excellent'))).toEqual(['color[\n] | color[\r\n]']);
});

test('a block that moved is one difference with both its places', () => {
	const rows = ['one', 'two a', 'two b', 'three', 'four', 'five', 'six'];
	const sent = ['one', 'three', 'four', 'five', 'six', 'two a', 'two b'];
	const found = findings(rows.join('\n'), sent.join('\n'));
	expect(found.counts).toEqual({ changed: 0, removed: 0, added: 0, moved: 2 });
	expect(found.changes).toEqual([
		{
			kind: 'moved',
			kept: { line: 2 },
			sent: { line: 6 },
			oldText: 'two a\ntwo b',
			newText: 'two a\ntwo b',
		},
	]);
	expect(findings(rows.join('\n'), sent.join('\n'), 'Lowest').changeCount).toBe(0);
});

test('what a level does not count is not shown as a difference, and what it counts is', () => {
	const texts = {
		words: ['the cat\n', 'the dog\n', 'Lowest'],
		case: ['the cat\n', 'The cat\n', 'Low'],
		marks: ['the cat.\n', 'the cat!\n', 'Low'],
		breaks: ['the cat\n', 'the\ncat\n', 'Low'],
		blank: ['the cat\n\nsat\n', 'the cat\nsat\n', 'Medium'],
		spacing: ['the  cat\n', 'the cat\n', 'Medium'],
		trailing: ['the cat \n', 'the cat\n', 'High'],
		ends: ['the cat\n', 'the cat\r\n', 'Excellent'],
	} as const;
	for (const [kept, sent, from] of Object.values(texts)) {
		for (const level of levelNames) {
			const counts = levelNames.indexOf(level) >= levelNames.indexOf(from);
			const found = findings(kept, sent, level);
			expect([kept, sent, level, found.changeCount > 0]).toEqual([kept, sent, level, counts]);
			expect(rowView(found).text.includes('change-1')).toBe(counts);
		}
	}
});
