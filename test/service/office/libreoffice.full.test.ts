/** Conversions by the real LibreOffice, and what its profile keeps it from where a file was not looked into. */
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import type { AddressInfo } from 'node:net';
import { strToU8 } from 'fflate';
import { OfficeConverter, type Conversion } from '../../../service/office/converter';
import { openFile } from '../../comparison/formats/office/open-files';
import { paragraph, wordFile } from '../../comparison/formats/office/word-files';
import { startService, type RunningService } from '../../support/programs/service';
import { libreOfficeProgram } from '../../support/servers/libreoffice';
import { pdfTools } from '../../support/servers/pdf-tools';

let folder: string;
let running: RunningService;
let converter: OfficeConverter;
const tool = pdfTools();

beforeAll(async () => {
	folder = fs.mkdtempSync(path.join(os.tmpdir(), 'office-'));
	const program = libreOfficeProgram(folder);
	running = await startService({ config: { officeConverter: program } });
	converter = new OfficeConverter(program, folder);
});

afterAll(async () => {
	await running.close();
	fs.rmSync(folder, { recursive: true });
});

function textOf(pdf: Uint8Array): string {
	const file = path.join(folder, 'read.pdf');
	fs.writeFileSync(file, pdf);
	tool('qpdf', '--check', file);
	return tool('pdftotext', file, '-');
}

const sent = (bytes: Uint8Array, name: string) => {
	const form = new FormData();
	form.append('file', new Blob([bytes]), name);
	return fetch(`${running.url}/sealer/${running.organisation.products.Sealer}/pdf`, {
		method: 'POST',
		headers: { 'x-api-key': running.organisation.admin.key },
		body: form,
	});
};

/** Without it, LibreOffice takes no archive for a document. */
const manifest = ['content.xml', 'styles.xml']
	.map(
		(part) => `<manifest:file-entry manifest:full-path="${part}" manifest:media-type="text/xml"/>`,
	)
	.concat(
		'<manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.text"/>',
	)
	.join('');

test.each([
	['DOCX', 'lease of a flat.docx', wordFile({ body: paragraph('A lease of three rooms.') })],
	[
		'ODT',
		'lease of a flat.odt',
		openFile({ body: '<text:p>A lease of three rooms.</text:p>', manifest }),
	],
])('a %s becomes a PDF of its name, and nothing of it is left', async (_kind, name, bytes) => {
	const answer = await sent(bytes, name);
	expect(answer.status).toBe(200);
	expect(answer.headers.get('content-type')).toBe('application/pdf');
	expect(answer.headers.get('content-disposition')).toContain('"lease of a flat.pdf"');
	expect(textOf(await answer.bytes())).toContain('A lease of three rooms.');
	expect(fs.readdirSync(path.join(running.dataFolder, 'converting'))).toEqual([]);
});

test('two are made at a time, each with a profile of its own', async () => {
	const texts = ['the first', 'the second'];
	const answers = await Promise.all(
		texts.map((text) => sent(wordFile({ body: paragraph(text) }), `${text}.docx`)),
	);
	for (const [index, answer] of answers.entries()) {
		expect(textOf(await answer.bytes())).toContain(texts[index]);
	}
});

test('a document whose parts it cannot read makes no PDF', async () => {
	const answer = await sent(wordFile({ body: '<w:p><w:r></w:p>' }), 'lease.docx');
	expect(answer.status).toBe(422);
	expect(await answer.json()).toMatchObject({ errorCode: 'Sealer_NotConverted' });
});

const library = (content: string) => `<?xml version="1.0"?>${content}`;
const libraryNames = 'xmlns:library="http://openoffice.org/2000/library"';

/** It writes a file when the document is opened. */
function macroFile(written: string): Uint8Array {
	const parts = ['Basic/script-lc.xml', 'Basic/Standard/script-lb.xml', 'Basic/Standard/M.xml'];
	return openFile({
		body: '<text:p>A macro.</text:p>',
		manifest:
			manifest +
			parts
				.map(
					(part) =>
						`<manifest:file-entry manifest:full-path="${part}" manifest:media-type="text/xml"/>`,
				)
				.join(''),
		others: {
			'content.xml': strToU8(
				'<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0" xmlns:xlink="http://www.w3.org/1999/xlink"><office:scripts><office:event-listeners><script:event-listener script:language="ooo:script" script:event-name="dom:load" xlink:href="vnd.sun.star.script:Standard.M.Main?language=Basic&amp;location=document"/></office:event-listeners></office:scripts><office:body><office:text><text:p>A macro.</text:p></office:text></office:body></office:document-content>',
			),
			'Basic/script-lc.xml': strToU8(
				library(
					`<library:libraries ${libraryNames}><library:library library:name="Standard" library:link="false"/></library:libraries>`,
				),
			),
			'Basic/Standard/script-lb.xml': strToU8(
				library(
					`<library:library ${libraryNames} library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="M"/></library:library>`,
				),
			),
			'Basic/Standard/M.xml': strToU8(
				library(
					`<script:module xmlns:script="http://openoffice.org/2000/script" script:name="M" script:language="StarBasic">Sub Main\nOpen "${written}" For Output As #1\nClose #1\nEnd Sub</script:module>`,
				),
			),
		},
	});
}

const unseen = (bytes: Uint8Array, kind: Conversion['kind']) =>
	converter.convert({ bytes, kind, leaving: new AbortController().signal });

test('macros are not run, though nobody had looked for them', async () => {
	const written = path.join(folder, 'written-by-a-macro');
	expect(textOf(await unseen(macroFile(written), 'odt'))).toContain('A macro.');
	expect(fs.existsSync(written)).toBe(false);
});

test('pictures and objects of the web are not fetched, though nobody had looked for them', async () => {
	const asked: (string | undefined)[] = [];
	const server = http.createServer(({ url }, answer) => {
		asked.push(url);
		answer.end();
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	const frame = (inside: string) =>
		`<text:p><draw:frame svg:width="8cm" svg:height="5cm">${inside}</draw:frame></text:p>`;
	const link = (name: string) =>
		`xlink:href="${address}/${name}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"`;
	const body = [
		frame(`<draw:image ${link('picture.png')}/>`),
		frame(`<draw:object ${link('object.odt')}/>`),
		frame(`<draw:floating-frame ${link('page.html')}/>`),
		`<text:section text:name="S"><text:section-source ${link('section.odt')}/></text:section>`,
	];
	const styles = `<style:style style:name="P1" style:family="paragraph"><style:paragraph-properties><style:background-image ${link('ground.png')}/></style:paragraph-properties></style:style>`;
	const shown = '<text:p text:style-name="P1">Shown.</text:p>';
	const pdf = await unseen(openFile({ body: body.join('') + shown, styles, manifest }), 'odt');
	expect(textOf(pdf)).toContain('Shown.');
	const links = {
		r1: { type: 'attachedTemplate', target: `${address}/t.dotm`, isOutside: true },
	} as const;
	await unseen(wordFile({ body: paragraph('Shown.'), links }), 'docx');
	await new Promise((resolve) => server.close(resolve));
	expect(asked).toEqual([]);
});
