/** Tracked changes as LibreOffice takes them: accepted it reads the sent file, rejected the kept one. */
import fs from 'node:fs';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { at } from '../../../../../server/at';
import { textsInLibreOffice, type OpenedFile } from '../../../../support/servers/libreoffice';
import { filesOf } from '../../../cases';
import { asWord, documentPairs } from '../../../quality/office';
import { Random } from '../../../quality/random';
import { edited, richDocument, richFile, type RichDocument } from '../../../quality/rich-documents';
import { redlineOf } from './random-redlines';

interface Pair {
	readonly name: string;
	readonly kept: Uint8Array;
	readonly sent: Uint8Array;
}

function randomPairs(count: number): readonly Pair[] {
	const random = new Random(7);
	return Array.from({ length: count }, (_, index) => {
		const document = richDocument(random);
		const sent = edited(random, document);
		return { name: `pair ${index}`, kept: fileOf(document), sent: fileOf(sent) };
	});
}

/** LibreOffice works the fields out anew that it knows; of others it shows the result that is written. */
function fileOf(document: RichDocument): Uint8Array {
	const files = unzipSync(richFile(document));
	const unknown = Object.entries(files).map(([name, bytes]): [string, Uint8Array] =>
		name.endsWith('.xml')
			? [name, strToU8(strFromU8(bytes).replaceAll('REF there \\h', 'ADDIN kept'))]
			: [name, bytes],
	);
	return zipSync(Object.fromEntries(unknown));
}

const cases = fs
	.readdirSync(path.join(__dirname, '..', '..', '..', 'cases'))
	.filter((name) => name.startsWith('docx'))
	.map((name): Pair => {
		const { kept, sent } = filesOf(name);
		return { name, kept: kept.bytes, sent: sent.bytes };
	});

/** Without list numbers: where two paragraphs become one, LibreOffice keeps those of the first. */
const linesOf = (text: string) =>
	text
		.split('\n')
		.map((line) => line.replace(/^\s*\d+\. /, ''))
		.filter((line) => line.trim() !== '');

test.each([
	['random documents', randomPairs(100), 30],
	['edited documents', documentPairs(30, 7, asWord).map(named), 25],
	['cases', cases, 5],
] as const)(
	'LibreOffice accepts and rejects the changes of %s',
	async (_of, pairs, wholeMin) => {
		const files: OpenedFile[] = [];
		const compared: { readonly name: string; readonly isWhole: boolean }[] = [];
		for (const { name, kept, sent } of pairs) {
			const { copy, leftOut } = await redlineOf(kept, sent);
			if (copy === undefined) continue;
			compared.push({ name, isWhole: leftOut === undefined });
			files.push({ bytes: kept, choice: 'accept' }, { bytes: copy, choice: 'reject' });
			files.push({ bytes: sent, choice: 'accept' }, { bytes: copy, choice: 'accept' });
		}
		const texts = textsInLibreOffice(files).map(linesOf);
		for (const [index, { name, isWhole }] of compared.entries()) {
			const [kept, rejected, sent, accepted] = [0, 1, 2, 3].map((file) =>
				at(texts, 4 * index + file),
			);
			expect([name, rejected]).toEqual([name, kept]);
			if (isWhole) expect([name, accepted]).toEqual([name, sent]);
		}
		expect(compared.filter(({ isWhole }) => isWhole).length).toBeGreaterThan(wholeMin);
	},
	600_000,
);

function named({ kept, sent }: Omit<Pair, 'name'>, index: number): Pair {
	return { name: `pair ${index}`, kept, sent };
}
