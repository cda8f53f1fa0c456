import { Readable } from 'node:stream';
import type { ByteReply } from '../../server/http/files/file-reply';

export function textReply(file: {
	readonly fileName: string;
	readonly etag: string;
	readonly text: string;
}): ByteReply {
	const bytes = new TextEncoder().encode(file.text);
	return {
		fileName: file.fileName,
		etag: file.etag,
		sizeBytes: bytes.length,
		read: (range) => {
			const part = range === undefined ? bytes : bytes.subarray(range.first, range.last + 1);
			return Promise.resolve(Readable.from([part]));
		},
	};
}
