/**
 * Leaves out of a copy what Word would run or fetch when it opens the file: macros, and the template that is
 * attached, which may be anywhere. A copy with macros would not even open, because its name ends in `.docx`.
 */
import type { Zip } from '../../archive/zip-reading';
import { readPart } from '../../package/parts';
import { attribute, elementsOf, parseXml, xmlOf, type XmlElement } from '../../package/xml';

/** Parts with macros, and the lists of their relationships. */
export function isMacroPart(name: string): boolean {
	return /(^|\/)vba(Project|Data)[^/]*$/i.test(name);
}

const documentType =
	'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';

/** A document with macros, and templates of both kinds. */
const otherMainTypes: ReadonlySet<string> = new Set([
	'application/vnd.ms-word.document.macroEnabled.main+xml',
	'application/vnd.ms-word.template.macroEnabledTemplate.main+xml',
	'application/vnd.openxmlformats-officedocument.wordprocessingml.template.main+xml',
]);

/** The parts of the file that name such things, without them. */
export async function inertParts(
	zip: Zip,
	settingsPart: string | undefined,
): Promise<ReadonlyMap<string, string>> {
	const parts = new Map<string, string>();
	for (const { name } of zip.entries) {
		const change = changeOf(name, settingsPart);
		if (change === undefined) continue;
		const xml = (await readPart(zip, name)) ?? '';
		if (!mentioned.test(xml)) continue;
		parts.set(name, declaration + xmlOf(changed(parseXml(xml, name), change)));
	}
	return parts;
}

/** Other parts stay as they are, also where they are no valid XML. */
const mentioned = /vba(Project|Data)|attachedTemplate|macroEnabled|template\.main/i;

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Returns the child to write instead, or undefined for none. */
type Change = (child: XmlElement) => XmlElement | undefined;

function changeOf(name: string, settingsPart: string | undefined): Change | undefined {
	if (isMacroPart(name)) return undefined;
	if (name === '[Content_Types].xml') return withoutMacroTypes;
	if (name.endsWith('.rels')) return withoutRelationship;
	return name === settingsPart ? withoutTemplate : undefined;
}

const withoutMacroTypes: Change = (child) => {
	if (isMacroPart(attribute(child, 'PartName') ?? '')) return undefined;
	if (!otherMainTypes.has(attribute(child, 'ContentType') ?? '')) return child;
	return { ...child, written: { ...child.written, ContentType: documentType } };
};

const withoutRelationship: Change = (child) => {
	const isTemplate = attribute(child, 'Type')?.endsWith('/attachedTemplate') === true;
	return isTemplate || isMacroPart(attribute(child, 'Target') ?? '') ? undefined : child;
};

const withoutTemplate: Change = (child) =>
	child.name === 'w:attachedTemplate' ? undefined : child;

function changed(root: XmlElement, change: Change): XmlElement {
	return { ...root, children: elementsOf(root).flatMap((child) => change(child) ?? []) };
}
