/**
 * Looks into a DOCX or an ODT before LibreOffice opens it. What a document takes from outside of itself would
 * be missing in the PDF, or come from the machine of the service: LibreOffice shows some local pictures that
 * a document names, whatever its settings say. So such a document is refused with the name of what it takes.
 */
import { ReadFault } from '../../core/format-comparer';
import type { Zip } from '../archive/zip-reading';
import { macrosIn, readOfficeFile } from '../package/office-file';
import { walkPart } from '../package/parts';
import type { XmlElement } from '../package/xml';

export type OfficeKind = 'docx' | 'odt';

/** The reason is in sentences, for who sent the file. */
export type OfficeLook = { readonly kind: OfficeKind } | { readonly reason: string };

const noDocument = 'It is neither a DOCX nor an ODT.';
const openType = 'application/vnd.oasis.opendocument.text';

/** Runs in a thread, since a hostile file may take much time and memory. */
export async function lookIntoOffice(bytes: Uint8Array): Promise<OfficeLook> {
	if (
		!/^(PK\x03\x04|\xd0\xcf\x11\xe0)/.test(Buffer.from(bytes.subarray(0, 4)).toString('latin1'))
	) {
		return { reason: noDocument };
	}
	try {
		return await readOfficeFile(bytes, {
			noun: 'document',
			program: 'Word',
			form: 'DOCX',
			read: looked,
			isEmpty: () => false,
		});
	} catch (fault) {
		if (!(fault instanceof ReadFault)) throw fault;
		return { reason: fault.message };
	}
}

async function looked(zip: Zip): Promise<OfficeLook> {
	const kind = await kindOf(zip);
	if (kind === undefined) return { reason: noDocument };
	const folders = zip.entries.filter(({ name }) => /^(Basic|Scripts)\//i.test(name));
	if (macrosIn(zip).length + folders.length > 0) {
		return { reason: 'It holds macros; save it without them.' };
	}
	for (const { name, isFolder } of zip.entries) {
		if (!isFolder && (await isXml(zip, name))) await requireWhole(zip, name);
	}
	return { kind };
}

async function kindOf(zip: Zip): Promise<OfficeKind | undefined> {
	const has = (part: string) => zip.entries.some(({ name }) => name === part);
	if (has('[Content_Types].xml') && has('word/document.xml')) return 'docx';
	const type = zip.entries.find(({ name }) => name === 'mimetype');
	if (type?.sizeBytes !== openType.length) return undefined;
	return (await zip.read('mimetype'))?.toString('latin1') === openType ? 'odt' : undefined;
}

/** LibreOffice reads by content, so names say nothing. Encodings in which a tag could hide are refused. */
async function isXml(zip: Zip, part: string): Promise<boolean> {
	const [head = new Uint8Array()] = await firstChunks(zip.chunks(part));
	const text = Buffer.from(head.subarray(0, 200)).toString('latin1');
	if (/^(\xff\xfe|\xfe\xff)/.test(text)) return true;
	const begin = text.replace(/^\xef\xbb\xbf/, '').trimStart();
	if (/^(\0<|<\0)/.test(begin)) throw unread(part, 'is in UTF-16 without a mark');
	if (!begin.startsWith('<')) return false;
	const [, encoding = 'utf-8'] = /^<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(begin) ?? [];
	if (!/^(utf-8|us-ascii)$/i.test(encoding)) throw unread(part, `is in ${encoding}, not in UTF-8`);
	return true;
}

async function firstChunks(chunks: AsyncIterable<Uint8Array>): Promise<readonly Uint8Array[]> {
	for await (const chunk of chunks) return [chunk];
	return [];
}

const unread = (part: string, why: string) => new ReadFault(`Its part ${part} ${why}.`);

/** Hyperlinks stay links; a template is only named. */
const leadingOut = ['a', 'template'];
const relationshipsOut = /\/(hyperlink|attachedTemplate)$/;
const addresses = ['href', 'src', 'image-data'];
const within =
	/^(data:|#|$)|^(\.\/)*[\p{L}\p{N} _()-][\p{L}\p{N} ._()-]*(\/[\p{L}\p{N} _()-][\p{L}\p{N} ._()-]*)*\/?$/u;

/** What other programs, files or other documents put into it. */
const brought = ['event-listener', 'dde-source', 'dde-connection-decl', 'object-ole'];
const broughtIntoWord = ['altChunk', 'subDoc', 'OLEObject'];
const instruction = /INCLUDEPICTURE|INCLUDETEXT|DDEAUTO/i;

/** Throws where a part takes something from outside of the document. */
async function requireWhole(zip: Zip, part: string): Promise<void> {
	let instructions = '';
	let isInstruction = false;
	await walkPart(
		zip,
		{ part, containers: new Set() },
		{
			open(element) {
				requireOwn(element);
				isInstruction = localName(element.tag) === 'instrText';
				instructions += element.attributes['w:instr'] ?? '';
			},
			text(text) {
				if (isInstruction) instructions += text;
			},
		},
	);
	const [field] = instruction.exec(instructions) ?? [];
	if (field !== undefined) throw outside(`the field ${field.toUpperCase()}`);
}

function requireOwn({ tag, written }: XmlElement): void {
	const name = localName(tag);
	if ([...brought, ...broughtIntoWord].includes(name)) throw outside(`the element ${name}`);
	if (name === 'Relationship') requireOwnTarget(written);
	// In VML, the address of a shape is a hyperlink.
	if (leadingOut.includes(name)) return;
	for (const [attribute, value] of Object.entries(written)) {
		const isAddress = addresses.includes(localName(attribute)) && !tag.startsWith('v:shape');
		if (isAddress && !within.test(value)) throw outside(`“${value.slice(0, 200)}”`);
	}
}

function requireOwnTarget({ Target = '', TargetMode, Type = '' }: XmlElement['written']): void {
	if (relationshipsOut.test(Type)) return;
	if (TargetMode === 'External' || /[:\\]/.test(Target)) {
		throw outside(`“${Target.slice(0, 200)}”`);
	}
}

function outside(what: string): ReadFault {
	return new ReadFault(
		`It takes something from outside of itself, which could not be what its author saw: ${what}. Put that into the document, or save it as a PDF yourself.`,
	);
}

function localName(name: string): string {
	return name.slice(name.indexOf(':') + 1);
}
