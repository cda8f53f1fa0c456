/** Places of known edits in texts and pages: nearly all are reported, and nearly nothing else. */
import type { Change, Comparer } from '../../../../comparison/core/comparison';
import { textComparer } from '../../../../comparison/formats/text/text-comparer';
import { htmlComparer } from '../../../../comparison/formats/web/html-comparer';
import { Score } from '../../quality/places';
import { Random } from '../../quality/random';
import { textPair, type ExpectedChange, type TextPair } from '../../quality/text';

const seed = 20_261_122;
const pairCount = 60;

async function changesOf(comparer: Comparer, kept: string, sent: string, fileName: string) {
	const side = (content: string) => ({ fileName, bytes: Buffer.from(content) });
	const result = await comparer.compare({
		kept: side(kept),
		sent: side(sent),
		level: 'Medium',
		rules: {},
		isReported: false,
		onProgress: () => undefined,
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result.changes;
}

async function scored(
	pairs: readonly TextPair[],
	changesIn: (pair: TextPair) => Promise<readonly Change[]>,
	lineOf: (place: Change['kept']) => number | undefined,
): Promise<Score> {
	const score = new Score();
	for (const pair of pairs) {
		const changes = await changesIn(pair);
		score.add(
			pair.expected.map(({ kind, kept, sent }) => `${kind} ${kept ?? '-'} ${sent ?? '-'}`),
			changes.map(
				({ kind, kept, sent }) => `${kind} ${lineOf(kept) ?? '-'} ${lineOf(sent) ?? '-'}`,
			),
		);
	}
	return score;
}

function pairs(): readonly TextPair[] {
	const random = new Random(seed);
	return Array.from({ length: pairCount }, () => textPair(random));
}

function expectGood(what: string, score: Score): void {
	process.stdout.write(`${what}: ${score.sentence}\n`);
	expect(score.precision).toBeGreaterThanOrEqual(0.95);
	expect(score.recall).toBeGreaterThanOrEqual(0.95);
}

test('places in texts have a precision and a recall of at least 0.95', async () => {
	const score = await scored(
		pairs(),
		({ kept, sent }) => changesOf(textComparer, kept, sent, 'a.txt'),
		(place) => place?.line,
	);
	expectGood('text', score);
});

/** In a page each paragraph is told by itself. */
function paragraphs({ kind, kept, sent, count }: ExpectedChange): readonly ExpectedChange[] {
	return Array.from({ length: count }, (_, index) => ({
		kind,
		...(kept !== undefined && { kept: kept + index }),
		...(sent !== undefined && { sent: sent + index }),
		count: 1,
	}));
}

test('places in pages have a precision and a recall of at least 0.95', async () => {
	const page = (text: string) => {
		const body = text
			.trimEnd()
			.split('\n')
			.map((paragraph) => `<p>${paragraph}</p>`)
			.join('\n');
		return `<!doctype html><html><body>${body}</body></html>`;
	};
	const score = await scored(
		pairs().map((pair) => ({ ...pair, expected: pair.expected.flatMap(paragraphs) })),
		({ kept, sent }) => changesOf(htmlComparer, page(kept), page(sent), 'a.html'),
		(place) => place && Number(/p(?:\[(\d+)\])?$/.exec(place.path ?? '')?.[1] ?? 1),
	);
	expectGood('HTML', score);
});
