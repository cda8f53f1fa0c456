/** The format in which two files are compared, or why they cannot be. */
import type { Unreadable } from '../core/comparison';
import { formatNames, textFormats, type FormatName } from '../formats/formats';

/**
 * Any text format can be compared as text with plain text; a page instead of a table is probably an
 * error page.
 */
export function commonFormat(kept: FormatName, sent: FormatName): FormatName | Unreadable {
	if (kept === 'protected' || sent === 'protected') {
		const side = kept === 'protected' ? 'kept' : 'sent';
		return { isReadable: false, side, reason: protectedReason };
	}
	if (kept === sent) return kept;
	const isText = textFormats.has(kept) && textFormats.has(sent);
	if (isText && (kept === 'text' || sent === 'text')) return 'text';
	return otherFormat(kept, sent);
}

export function otherFormat(kept: FormatName, sent: FormatName): Unreadable {
	const reason = `It is ${formatNames[sent]}, and the kept file is ${formatNames[kept]}.`;
	return { isReadable: false, side: 'sent', reason };
}

const protectedReason =
	'It is an Office file that is protected by a password or of a form before 2007; save it without a password as .docx, .xlsx or .pptx.';
