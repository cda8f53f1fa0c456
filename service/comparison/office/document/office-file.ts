/** Opens the package of an office file; a fault of the file comes out as a sentence. */
import { openZip, type Zip, ZipFault } from '../../archive/zip-reading';
import type { Side, Unreadable } from '../../comparison';
import { OfficeFault } from './office-fault';

interface Reading<Of> {
	/** For the sentence on a file that is protected. */
	readonly noun: string;
	readonly program: string;
	readonly form: string;
	readonly read: (zip: Zip) => Promise<Of>;
}

/** Password-protected files, and those of programs before 2007, are OLE containers. */
const oleSignature = Buffer.from('d0cf11e0a1b11ae1', 'hex');

export async function readOfficeFile<Of>(
	{ bytes }: Side,
	side: 'kept' | 'sent',
	{ noun, program, form, read }: Reading<Of>,
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
