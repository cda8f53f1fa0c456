/** Decodes a file in the encoding that it declares, or that its bytes show. */
import { decodeText, type DecodedText } from '../../../core/text-decoding';

/** Undefined if the bytes are no text. A byte order mark is removed. */
export function textOfFile(bytes: Uint8Array): DecodedText | undefined {
	const label = widthLabel(bytes) ?? declaredLabel(bytes);
	const decoded = label === undefined ? decodeText(bytes, true) : decodedAs(bytes, label);
	return decoded && { ...decoded, text: decoded.text.replace(/^\ufeff/, '') };
}

/** All three languages begin with an ASCII character, which has a zero byte in UTF-16. */
function widthLabel([first, second]: Uint8Array): string | undefined {
	if (first === 0 && second !== 0) return 'UTF-16BE';
	return first !== 0 && second === 0 ? 'UTF-16LE' : undefined;
}

function declaredLabel(bytes: Uint8Array): string | undefined {
	const head = Buffer.from(bytes.subarray(0, 200)).toString('latin1');
	const declared = /^(?:\u00ef\u00bb\u00bf)?<\?xml[^>]*\sencoding\s*=\s*["']([\w.-]+)["']/.exec(
		head,
	)?.[1];
	return declared === undefined || /^utf/i.test(declared) ? undefined : declared;
}

function decodedAs(bytes: Uint8Array, label: string): DecodedText | undefined {
	try {
		return { text: new TextDecoder(label, { fatal: true }).decode(bytes), encoding: label };
	} catch {
		return undefined;
	}
}
