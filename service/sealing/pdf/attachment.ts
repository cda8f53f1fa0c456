/**
 * Attaches a file to a PDF, uncompressed, so that verifiers find it without parsing the PDF.
 * Existing attachments stay.
 */
import {
	PDFArray,
	PDFDict,
	PDFHexString,
	PDFName,
	PDFString,
	type PDFDocument,
	type PDFObject,
	type PDFRef,
} from '@cantoo/pdf-lib';

export interface Attachment {
	readonly fileName: string;
	readonly mediaType: string;
	readonly description: string;
	readonly bytes: Uint8Array;
}

/** Deeper name trees are not made by ordinary programs. */
const depthMax = 16;

export function attach(document: PDFDocument, { bytes, ...file }: Attachment): void {
	const { context, catalog } = document;
	const stream = context.stream(bytes, {
		Type: 'EmbeddedFile',
		Subtype: file.mediaType,
		SealkeeperBytes: bytes.length,
	});
	const embedded = context.register(stream);
	const specification = context.register(
		context.obj({
			Type: 'Filespec',
			F: PDFString.of(file.fileName),
			UF: PDFHexString.fromText(file.fileName),
			EF: { F: embedded, UF: embedded },
			Desc: PDFHexString.fromText(file.description),
			AFRelationship: 'Data',
		}),
	);
	addName(document, file.fileName, specification);
	const associated = catalog.lookupMaybe(PDFName.of('AF'), PDFArray)?.asArray() ?? [];
	catalog.set(PDFName.of('AF'), context.obj([...associated, specification]));
}

/** Replaces the name tree by a flat one with all names, sorted. */
function addName({ context, catalog }: PDFDocument, name: string, file: PDFRef): void {
	const names = catalog.lookupMaybe(PDFName.of('Names'), PDFDict);
	const before = names?.lookupMaybe(PDFName.of('EmbeddedFiles'), PDFDict);
	const pairs = before === undefined ? [] : namesOf(before, 0);
	const all = [...pairs, [PDFHexString.fromText(name), file] as const];
	all.sort(([one], [other]) => Buffer.compare(one.asBytes(), other.asBytes()));
	const others = Object.fromEntries(
		(names?.entries() ?? []).map(([key, value]) => [key.decodeText(), value]),
	);
	const tree = context.register(context.obj({ Names: all.flat() }));
	catalog.set(PDFName.of('Names'), context.obj({ ...others, EmbeddedFiles: tree }));
}

/** All names in one encoding, so that they can be sorted. */
type Pair = readonly [PDFHexString, PDFObject];

function namesOf(tree: PDFDict, depth: number): Pair[] {
	if (depth > depthMax) return [];
	const listed = tree.lookupMaybe(PDFName.of('Names'), PDFArray)?.asArray() ?? [];
	const pairs: Pair[] = [];
	for (let at = 0; at + 1 < listed.length; at += 2) {
		const [name, value] = listed.slice(at, at + 2);
		if (value !== undefined && (name instanceof PDFString || name instanceof PDFHexString)) {
			pairs.push([PDFHexString.fromText(name.decodeText()), value]);
		}
	}
	const kids = tree.lookupMaybe(PDFName.of('Kids'), PDFArray);
	for (let at = 0; at < (kids?.size() ?? 0); at += 1) {
		const kid = kids?.lookupMaybe(at, PDFDict);
		if (kid !== undefined) pairs.push(...namesOf(kid, depth + 1));
	}
	return pairs;
}
