/**
 * Stores the pictures of sent signatures instead of the sent files. The callback attaches them in
 * its own transaction; pictures it did not attach are discarded.
 */
import path from 'node:path';
import { Readable } from 'node:stream';
import { refuse } from '../../../server/refusal';
import type { ObjectStore, StagedObject } from '../../objects/object-store';
import type { Upload } from '../../operations/handler';
import { signatureBytesMax, signaturePicture } from './signature-image';

export interface SignatureFile {
	readonly fileName: string;
	readonly object: StagedObject;
}

/** Runs `work` with the durable pictures of these files, in order. */
export async function withPictures<Result>(
	objects: ObjectStore,
	sent: { readonly field: string; readonly ownerId: string; readonly files: readonly Upload[] },
	work: (pictures: readonly SignatureFile[]) => Promise<Result>,
): Promise<Result> {
	const made: SignatureFile[] = [];
	try {
		for (const file of sent.files) {
			const { fileName, bytes } = await pictureOf(sent.field, file);
			const object = await objects.stage(Readable.from([bytes]), sent.ownerId);
			made.push({ fileName, object });
			await object.makeDurable();
		}
		return await work(made);
	} finally {
		for (const { object } of made) await object.discard();
	}
}

/** The picture into which the file of a field is converted. */
export async function pictureOf(
	field: string,
	{ fileName, object }: Upload,
): Promise<{ readonly fileName: string; readonly bytes: Buffer }> {
	const bytes = await signaturePicture(field, await bytesOf(field, object));
	return { fileName: `${path.parse(fileName).name}.png`, bytes };
}

async function bytesOf(field: string, object: StagedObject): Promise<Buffer> {
	if (object.sizeBytes > signatureBytesMax) {
		throw refuse('Sealer_SignatureInvalid', field, 'is larger than 16 MiB');
	}
	const chunks: Uint8Array[] = [];
	for await (const chunk of object.read()) chunks.push(chunk);
	await object.rest();
	return Buffer.concat(chunks);
}
