/**
 * Names the parts of a PDF that a viewer might run, unpack, send or hide, so that people know of them. A
 * seal neither removes nor adds any.
 */
import { PDFArray, PDFDict, PDFName, PDFStream, type PDFDocument } from '@cantoo/pdf-lib';
import type { PDFObject } from '@cantoo/pdf-lib';

/** Kinds by the name of an action or object type. */
const kinds: Readonly<Record<string, string>> = {
	JavaScript: 'scripts',
	Launch: 'actions that launch programs',
	SubmitForm: 'actions that send forms',
	ImportData: 'actions that import data',
	GoToE: 'links into embedded files',
	EmbeddedFile: 'embedded files',
	RichMedia: 'embedded media',
	Movie: 'embedded media',
	Sound: 'embedded media',
	Rendition: 'embedded media',
	OCG: 'layers that a viewer shows or hides',
};

/** Maximum nesting within one object; indirect objects are inspected separately. */
const depthMax = 32;

/** Returns the parts in words, such as `2 scripts`. */
export function activeParts({ context, catalog }: PDFDocument): readonly string[] {
	const counts = new Map<string, number>();
	const count = (kind: string) => counts.set(kind, (counts.get(kind) ?? 0) + 1);
	for (const [, object] of context.enumerateIndirectObjects()) inspect(object, count, 0);
	const form = catalog.AcroForm();
	if (form?.has(PDFName.of('XFA')) === true) count('forms of the XFA kind');
	return [...counts].map(([kind, number]) => `${number} ${kind}`).sort();
}

function inspect(object: PDFObject, count: (kind: string) => void, depth: number): void {
	if (depth > depthMax) return;
	if (object instanceof PDFArray)
		for (const item of object.asArray()) inspect(item, count, depth + 1);
	const dictionary = object instanceof PDFStream ? object.dict : object;
	if (!(dictionary instanceof PDFDict)) return;
	const kind = kindOf(dictionary);
	if (kind !== undefined) count(kind);
	for (const value of dictionary.values()) inspect(value, count, depth + 1);
}

function kindOf(dictionary: PDFDict): string | undefined {
	for (const key of ['S', 'Type', 'Subtype']) {
		const name = dictionary.get(PDFName.of(key));
		const kind = name instanceof PDFName ? kinds[name.decodeText()] : undefined;
		if (kind !== undefined) return kind;
	}
	return undefined;
}
