/** Opens the package of an office file; a fault of the file comes out as a sentence. */
import { openZip, type Zip, ZipFault } from '../../archive/zip-reading';
import type { ComparisonTask, Side, Unreadable } from '../../../core/comparison';
import { OfficeFault } from './office-fault';

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

/**
 * Reads both files. Of two empty ones nothing can be said; against one with text, all of the text
 * differs.
 */
export async function readBoth<Of extends object>(
	{ kept, sent, onProgress }: ComparisonTask,
	form: OfficeForm<Of>,
): Promise<{ readonly kept: Of; readonly sent: Of } | Unreadable> {
	const ours = await readOfficeFile(kept, 'kept', form);
	if (!isRead(ours)) return ours;
	onProgress(0.2);
	const theirs = await readOfficeFile(sent, 'sent', form);
	if (!isRead(theirs)) return theirs;
	if (form.isEmpty(ours) && form.isEmpty(theirs)) return withoutContent('kept', form);
	onProgress(0.4);
	return { kept: ours, sent: theirs };
}

/** Reads one file, which must not be empty. */
export async function readFilled<Of extends object>(
	side: Side,
	form: OfficeForm<Of>,
): Promise<Of | Unreadable> {
	const read = await readOfficeFile(side, 'sent', form);
	return isRead(read) && form.isEmpty(read) ? withoutContent('sent', form) : read;
}

function withoutContent(
	side: 'kept' | 'sent',
	{ noun }: Pick<OfficeForm<unknown>, 'noun'>,
): Unreadable {
	return { isReadable: false, side, reason: `The ${noun} holds no text and no picture.` };
}

async function readOfficeFile<Of>(
	{ bytes }: Side,
	side: 'kept' | 'sent',
	{ noun, program, form, read }: OfficeForm<Of>,
): Promise<Of | Unreadable> {
	const unreadable = (reason: string): Unreadable => ({ isReadable: false, side, reason });
	if (oleSignature.equals(bytes.subarray(0, oleSignature.length))) {
		return unreadable(
			`The ${noun} is protected by a password, or in the form of ${program} before 2007; save it as ${form} without a password.`,
		);
	}
	try {
		return await read(await openZip(bytes));
	} catch (fault) {
		if (fault instanceof ZipFault || fault instanceof OfficeFault) return unreadable(fault.message);
		throw fault;
	}
}

export function isRead<Of extends object>(read: Of | Unreadable): read is Of {
	return !('isReadable' in read);
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
