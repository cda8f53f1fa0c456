/**
 * Notes about a PDF besides its text: scripts, programs it would start, embedded files, signatures.
 * They are named, never run.
 */
import type { OpenedPdf } from './pdf-document';
import type { PdfText } from './pdf-text';

interface NamedSide {
	readonly bytes: Uint8Array;
	readonly opened: OpenedPdf;
	readonly text: PdfText;
}

export async function activeContent(
	{ bytes, opened: { document }, text }: NamedSide,
	side: string,
): Promise<readonly string[]> {
	const [scripts, open, attachments, fields] = await Promise.all([
		document.hasJSActions().catch(() => true),
		document.getOpenAction().catch(() => null),
		document.getAttachments().catch(() => null),
		document.getFieldObjects().catch(() => null),
	]);
	const notes: string[] = [];
	const note = (sentence: string) => notes.push(`The ${side} file ${sentence}`);
	if (scripts) note('carries scripts; they were not run.');
	if (open !== null && hasAction(open))
		note('asks for an action when it is opened; it was not done.');
	const launches = [...text.launches];
	if (launches.length > 0 || Buffer.from(bytes).includes('/Launch')) {
		const what = launches.length > 0 ? `: ${listed(launches)}` : '';
		note(`asks for other files or programs to be started; none was${what}.`);
	}
	const names = attachments === null ? [] : [...attachments.keys()].map(String);
	if (names.length > 0) note(`has files inside it, which were not compared: ${listed(names)}.`);
	const signatures = signatureCount(fields);
	if (signatures > 0)
		note(`has ${signatures === 1 ? 'a signature field' : `${signatures} signature fields`}.`);
	return notes;
}

function hasAction(open: ReadonlyMap<unknown, unknown>): boolean {
	return open.has('action') || [...open.keys()].some((key) => key !== 'dest');
}

const namesShown = 5;

function listed(names: readonly string[]): string {
	const more = names.length - namesShown;
	return names.slice(0, namesShown).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function signatureCount(fields: ReadonlyMap<string, readonly object[]> | null): number {
	const all = fields === null ? [] : [...fields.values()].flat();
	return all.filter((field) => 'type' in field && field.type === 'signature').length;
}
