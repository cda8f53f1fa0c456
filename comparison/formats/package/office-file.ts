/** Opens the package of an office file; a fault of the file comes out as a sentence. */
import { openZip, type Zip } from '../archive/zip-reading';
import { ReadFault } from '../../core/format-comparer';

export interface OfficeForm<Of> {
	/** For sentences on files that cannot be read. */
	readonly noun: string;
	readonly program: string;
	readonly form: string;
	readonly read: (zip: Zip) => Promise<Of>;
	/** True without text and pictures. */
	readonly isEmpty: (read: Of) => boolean;
}

/** Password-protected files, and those of programs before 2007, are OLE containers. */
const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

/** Throws a ReadFault. */
export async function readOfficeFile<Of>(
	bytes: Uint8Array,
	{ noun, program, form, read }: OfficeForm<Of>,
): Promise<Of> {
	if (oleSignature.equals(bytes.subarray(0, oleSignature.length))) {
		throw new ReadFault(
			`The ${noun} is protected by a password, or in the form of ${program} before 2007; save it as ${form} without a password.`,
		);
	}
	return read(await openZip(bytes));
}

/** Of two empty files nothing can be said; against one with text, all of the text differs. */
export function requireContent<Of>(read: readonly Of[], { noun, isEmpty }: OfficeForm<Of>): void {
	if (read.every(isEmpty)) throw new ReadFault(`The ${noun} holds no text and no picture.`);
}

export function macroNotes(side: 'kept' | 'sent', macros: readonly string[]): readonly string[] {
	if (macros.length === 0) return [];
	return [
		`The ${side} file holds macros (${macros.slice(0, 5).join(', ')}); they are not run and not compared.`,
	];
}

/** Parts with macros, which are never run. */
export function macrosIn({ entries }: Zip): readonly string[] {
	return entries
		.map(({ name }) => name)
		.filter((name) => /(^|\/)vba(Project|Data)\.\w+$/i.test(name));
}
