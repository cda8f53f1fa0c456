/**
 * LibreOffice reads the DOCX with tracked changes as it was meant: what it takes for deleted and inserted
 * leads to the new text, and with both turned round to the old one. Only where it is installed.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { officeComparer } from '../../../../../comparison/formats/office/comparer';
import { asWord, documentPairs } from '../../../quality/office';

const program = process.env['SOFFICE'] ?? 'soffice';
const isInstalled = spawnSync(program, ['--version']).status === 0;
const folder = mkdtempSync(join(tmpdir(), 'redline-'));

afterAll(() => rmSync(folder, { recursive: true }));

async function compare(kept: Uint8Array, sent: Uint8Array) {
	const result = await officeComparer.compare({
		...{ kept: { bytes: kept, fileName: 'a' }, sent: { bytes: sent, fileName: 'b' } },
		...{ level: 'Low', rules: {}, isReported: true, onProgress: () => undefined },
	});
	if (!result.isReadable) throw new Error(result.reason);
	return result;
}

/** What was inserted as deleted, and the other way round. */
function turned(bytes: Uint8Array): Uint8Array {
	const parts = unzipSync(bytes);
	const xml = strFromU8(parts['word/document.xml'] ?? new Uint8Array());
	const other = xml
		.replace(
			/<(\/?)w:(ins|del)\b/g,
			(_, end: string, kind: string) => `<${end}w:${kind === 'ins' ? 'del' : 'ins'}`,
		)
		.replace(/(<w:ins [^>]*[^/]>)(.*?)(<\/w:ins>)/gs, (all) => all.replaceAll('w:delText', 'w:t'))
		.replace(/(<w:del [^>]*[^/]>)(.*?)(<\/w:del>)/gs, (all) =>
			all.replace(/<(\/?)w:t\b/g, '<$1w:delText'),
		);
	return zipSync({ ...parts, 'word/document.xml': strToU8(other) });
}

/** The same document as ODT, in which LibreOffice keeps deleted text apart from the body. */
function converted(bytes: Uint8Array): Uint8Array {
	writeFileSync(join(folder, 'a.docx'), bytes);
	const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`;
	const args = [
		profile,
		'--headless',
		'--convert-to',
		'odt',
		'--outdir',
		folder,
		join(folder, 'a.docx'),
	];
	const { status, stderr } = spawnSync(program, args, { timeout: 120_000 });
	if (status !== 0) throw new Error(stderr.toString());
	return readFileSync(join(folder, 'a.odt'));
}

/** Empty paragraphs do not count: LibreOffice leaves one where the last paragraph before a table goes. */
test('accepted it is the new document, rejected the old one', async () => {
	if (!isInstalled) process.stdout.write('LibreOffice is not installed: nothing was converted.\n');
	for (const { kept, sent, expected } of isInstalled ? documentPairs(8, 21, asWord) : []) {
		if (expected.length === 0) continue;
		const [file] = (await compare(kept, sent)).report?.files ?? [];
		if (file === undefined) throw new Error('there is no DOCX with tracked changes');
		expect((await compare(converted(file.bytes), sent)).changes).toEqual([]);
		expect((await compare(converted(turned(file.bytes)), kept)).changes).toEqual([]);
	}
}, 600_000);
