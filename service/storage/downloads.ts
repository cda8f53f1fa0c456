/** The bytes of a stored file as a reply, whole or in ranges. */
import type { ByteReply } from '../../server/http/files/file-reply';
import { unlessGone } from '../operations/unless-gone';
import type { ObjectStore } from '../objects/object-store';
import { findFile, type FileParts, type StoredFile } from './stored-files';

export interface ReadingParts extends FileParts {
	readonly objects: ObjectStore;
}

export async function byteReply(parts: ReadingParts, file: StoredFile): Promise<ByteReply> {
	const { objects } = parts;
	const { sizeBytes, hash } = await unlessDeleted(parts, file, () =>
		objects.describe(file.object_id),
	);
	return {
		fileName: file.file_name,
		etag: hash,
		sizeBytes,
		modifiedAt: new Date(file.created_at),
		read: async (range) =>
			(await unlessDeleted(parts, file, () => objects.read(file.object_id, range))).bytes,
	};
}

/** Reads of an object; if that fails because the file was deleted meanwhile, refuses it as not found. */
export async function unlessDeleted<Result>(
	parts: FileParts,
	file: StoredFile,
	read: () => Promise<Result>,
): Promise<Result> {
	return unlessGone(
		() => findFile(parts, { organisationId: file.organisation_id, fileId: file.id }),
		read,
	);
}
