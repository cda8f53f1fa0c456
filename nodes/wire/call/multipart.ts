/**
 * A multipart body whose files are streamed from n8n's binary data. n8n's HTTP library accepts any
 * object with FormData's shape and reads a file part by `name`, `type`, `size` and `stream()`; with
 * known sizes the request has a Content-Length.
 */
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

/** A file to send. `stream` opens it anew at every call. */
export interface WireFile {
	readonly name: string;
	readonly type: string;
	readonly size: number;
	readonly stream: () => AsyncIterable<Uint8Array>;
}

type Helpers = IExecuteFunctions['helpers'];

const chunkBytes = 256 * 1024;

async function* bytesOf(helpers: Helpers, binary: IBinaryData): AsyncGenerator<Uint8Array> {
	if (binary.id === undefined) {
		yield Buffer.from(binary.data, 'base64');
	} else {
		yield* await helpers.getBinaryStream(binary.id, chunkBytes);
	}
}

async function sizeOf(helpers: Helpers, binary: IBinaryData): Promise<number> {
	if (binary.id === undefined) return Buffer.byteLength(binary.data, 'base64');
	return (await helpers.getBinaryMetadata(binary.id)).fileSize;
}

/** Makes a part of a binary field; a field without a file name is sent as `file`. */
export async function wireFile(helpers: Helpers, binary: IBinaryData): Promise<WireFile> {
	return {
		name: binary.fileName ?? 'file',
		type: binary.mimeType,
		size: await sizeOf(helpers, binary),
		stream: () => bytesOf(helpers, binary),
	};
}

export class MultipartBody {
	readonly [Symbol.toStringTag] = 'FormData';

	private readonly parts: Array<[string, string | WireFile]> = [];

	append(name: string, value: string | WireFile): void {
		this.parts.push([name, value]);
	}

	entries(): IterableIterator<[string, string | WireFile]> {
		return this.parts.values();
	}

	[Symbol.iterator](): IterableIterator<[string, string | WireFile]> {
		return this.entries();
	}
}
