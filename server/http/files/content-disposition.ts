import { safeFileName } from '../../../api/file-names';

/**
 * Content-Disposition by RFC 6266: an ASCII name for old clients, the exact one in UTF-8 by RFC
 * 8187.
 */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
	const name = safeFileName(fileName);
	const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
	const exact = encodeURIComponent(name).replace(
		/['()*]/g,
		(mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
