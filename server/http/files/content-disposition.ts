/** How a file name travels in a header, whatever characters it has. */
import { safeFileName } from '../../../api/file-names';

/** RFC 6266: a plain name for old clients, the exact one as RFC 8187 UTF-8. */
export function contentDisposition(kind: 'attachment' | 'inline', fileName: string): string {
	const name = safeFileName(fileName);
	const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
	const exact = encodeURIComponent(name).replace(
		/['()*]/g,
		(mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
	);
	return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
}
