import type { Model } from '../../../api/types';
import { refuse } from '../../../server/refusal';
import type { Upload } from '../../operations/handler';
import { fileType, headSizeBytes, typeNamed, type FileType } from './file-type';

export async function requireSameType(kept: Model<'KeeperFile'>, sent: Upload): Promise<void> {
	const type = await typeOf(sent);
	if (type !== kept.fileType) {
		throw refuse('Breadcrumbing_FileTypesDoNotMatch', kept.fileType, type);
	}
}

export async function typeOf({ object, fileName }: Upload): Promise<FileType> {
	return fileType({ head: await headOf(object.read()), sizeBytes: object.sizeBytes, fileName });
}

/** Says it if a file is not of the type that its name tells; undefined if it is, or the name tells none. */
export function typeAgainstName(fileName: string, type: FileType): string | undefined {
	const named = typeNamed(fileName);
	if (named === undefined || named === type) return undefined;
	return `The name ${fileName} says that it is of type ${named}, and its content is of type ${type}.`;
}

async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	for await (const chunk of bytes) {
		chunks.push(chunk);
		sizeBytes += chunk.length;
		if (sizeBytes >= headSizeBytes) break;
	}
	return Buffer.concat(chunks).subarray(0, headSizeBytes);
}
