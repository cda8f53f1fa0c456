/** Scans in PDFs: noise and a slight turn are no content, and what changed is found beside them. */
import { PDFDocument } from '@cantoo/pdf-lib';
import { rectangleOf } from '../../../../comparison/formats/image/picture';
import { Random } from '../../quality/random';
import { marks, scanned, sheet, type MarkName } from '../../quality/scans';
import { PdfComparing } from './comparing';

const comparing = new PdfComparing();
afterAll(() => comparing.end());

async function paged(jpeg: Buffer): Promise<Uint8Array> {
	const document = await PDFDocument.create();
	const image = await document.embedJpg(jpeg);
	document.addPage([595, 842]).drawImage(image, { x: 0, y: 0, width: 595, height: 842 });
	return document.save();
}

const kinds = [
	['scanned again', 0],
	['that lay turned on the glass', 0.4],
] as const;

async function scans(turn: number, without?: MarkName) {
	const random = new Random(9);
	const scanner = { random, noise: 4, darker: 3, quality: 85 };
	return {
		kept: await paged(await scanned(sheet(3), scanner)),
		sent: await paged(await scanned(sheet(3, without), { ...scanner, turn })),
	};
}

test.each(kinds)('a sheet %s says the same', async (_, turn) => {
	const { kept, sent } = await scans(turn);
	const { accuracy, changes, notes } = await comparing.compare(kept, sent, { level: 'High' });
	expect({ accuracy, changes }).toEqual({ accuracy: 1, changes: [] });
	const isTurned = turn !== 0;
	expect(/scans are turned by 0\.(39|4|41) degrees/.test(notes.join())).toBe(isTurned);
	const fine = await comparing.compare(kept, sent, { level: 'Excellent' });
	const isTold = fine.changes.some(({ newText = '' }) =>
		newText.startsWith('scan turned clockwise'),
	);
	expect(isTold).toBe(isTurned);
});

test.each(kinds)('what is missing on a sheet %s is found, and nothing else', async (_, turn) => {
	const name = 'the last digit of an amount';
	const { kept, sent } = await scans(turn, name);
	const { changes } = await comparing.compare(kept, sent, { level: 'Lowest' });
	expect(changes).toHaveLength(1);
	const on = sheet(3);
	const box = rectangleOf(changes[0]?.kept?.box ?? { x: 0, y: 0, width: 0, height: 0 }, on);
	const { x, y } = marks[name].rectangle;
	expect(Math.abs(box.x - x)).toBeLessThan(10);
	expect(Math.abs(box.y - y)).toBeLessThan(10);
});
