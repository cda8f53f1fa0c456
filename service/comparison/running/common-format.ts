/** As which format two files are compared with each other, or why they are not. */
import type { Unreadable } from '../comparison';
import { formatNames, textFormats, type Format } from './formats';

/** Whatever else a text is, it can be read as text; a page in place of a table is an error page. */
export function commonFormat(kept: Format, sent: Format): Format | Unreadable {
	if (kept === 'protected' || sent === 'protected') {
		const side = kept === 'protected' ? 'kept' : 'sent';
		return unreadableSide(side, protectedReason);
	}
	if (kept === sent) return kept;
	const isText = textFormats.has(kept) && textFormats.has(sent);
	if (isText && (kept === 'text' || sent === 'text')) return 'text';
	return unreadableSide(
		'sent',
		`It is ${formatNames[sent]}, and the kept file is ${formatNames[kept]}.`,
	);
}

const protectedReason =
	'It is an Office file that is protected by a password or of a form before 2007; save it without a password as .docx or .xlsx.';

function unreadableSide(side: Unreadable['side'], reason: string): Unreadable {
	return { isReadable: false, side, reason };
}
