/**
 * Notes about a PDF besides its text: scripts, programs it would start, embedded files, signatures.
 * They are named, never run.
 */
import type { ReadSide } from './reading';

/** The used members of pdfjs's signatures, which it does not type. */
interface Signature {
	readonly signerName?: string | null;
	readonly fieldName?: string;
}

export async function activeContent(
	{ bytes, opened: { document }, text }: ReadSide,
	side: string,
): Promise<readonly string[]> {
	const [scripts, open, attachments, fields, signatures] = await Promise.all([
		document.getJSActions().catch(() => true),
		document.getOpenAction().catch(() => null),
		document.getAttachments().catch(() => null),
		document.getFieldObjects().catch(() => null),
		document.getSignatures().catch(() => null),
	]);
	const fieldList: readonly object[] = fields === null ? [] : [...fields.values()].flat();
	const notes: string[] = [];
	const note = (sentence: string) => notes.push(`The ${side} file ${sentence}`);
	if (scripts !== null || fieldList.some(hasScript)) note('carries scripts; they were not run.');
	if (open !== null && hasAction(open))
		note('asks for an action when it is opened; it was not done.');
	const launches = [...text.launches];
	if (launches.length > 0 || Buffer.from(bytes).includes('/Launch')) {
		const what = launches.length > 0 ? `: ${listed(launches)}` : '';
		note(`asks for other files or programs to be started; none was${what}.`);
	}
	const names = attachments === null ? [] : [...attachments.keys()].map(String);
	if (names.length > 0) note(`has files inside it, which were not compared: ${listed(names)}.`);
	const places = fieldList.filter(isSignature).length;
	if (places > 0) {
		const signed = (signatures ?? []).map(signatureName);
		note(
			`has ${places === 1 ? 'a signature field' : `${places} signature fields`}${signed.length === 0 ? '' : `; signed: ${listed(signed)}`}.`,
		);
	}
	return notes;
}

function hasAction(open: ReadonlyMap<unknown, unknown>): boolean {
	return open.has('action') || [...open.keys()].some((key) => key !== 'dest');
}

/** The first of some names, and how many more there are. */
export function listed(names: readonly string[], shownMax = 5): string {
	const more = names.length - shownMax;
	return names.slice(0, shownMax).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

function isSignature(field: object): boolean {
	return 'type' in field && field.type === 'signature';
}

/** pdfjs gives fields without scripts `null`, and signature fields no such member. */
function hasScript(field: object): boolean {
	return 'actions' in field && field.actions instanceof Object;
}

/** Who signed, or the name of the field where the signature does not say it. */
function signatureName({ signerName, fieldName }: Signature): string {
	const names = [signerName, fieldName];
	return names.find((name) => typeof name === 'string' && name !== '') ?? 'without a name';
}
