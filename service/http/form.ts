/**
 * Reads a multipart form as it arrives: text parts are decoded strictly, file parts stream into
 * the object store without ever being held whole. Order of repeated parts is kept. When reading
 * fails, or the caller goes away, everything stored so far is discarded.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import type { EndpointDescription, Field } from '../../api/description';
import type { Upload } from '../operations/handler';
import { refuse } from '../../server/refusal';
import type { ObjectStore } from '../objects/object-store';
import { fieldsIn } from '../../server/http/endpoints';

export interface FormLimits {
	readonly fileSizeBytes: number;
	readonly textSizeBytes: number;
	readonly parts: number;
}

export interface Form {
	/** Text fields by name; a field that may be repeated is a list. */
	readonly texts: Record<string, string | string[]>;
	/** Files by field name, in the order they arrived. */
	readonly files: Record<string, Upload[]>;
	/** Removes every file that no handler attached. */
	discard(): Promise<void>;
}

export interface FormRequest {
	readonly headers: IncomingHttpHeaders;
	readonly body: Readable;
	readonly endpoint: EndpointDescription;
	readonly limits: FormLimits;
	readonly objects: ObjectStore;
	/** Whose organisation the files count to. */
	readonly organisationId: string;
}

/** What file systems take, so that a download can be saved under its own name. */
const fileNameLengthMax = 255;

type Part = Readable & { readonly truncated?: boolean };

/** Reads the whole form. Refuses with the code and field of the first fault. */
export async function readForm(request: FormRequest): Promise<Form> {
	const reader = new FormReader(request);
	try {
		await reader.read();
	} catch (fault) {
		await reader.discard();
		throw fault;
	}
	return reader;
}

class FormReader implements Form {
	readonly texts: Record<string, string | string[]> = {};
	readonly files: Record<string, Upload[]> = {};
	private readonly fields: Readonly<Record<string, Field>>;
	private readonly reading: Promise<void>[] = [];
	private readonly open = new Set<Part>();
	private readonly seen = new Map<string, number>();
	/** What ended the reading before the form did. */
	private failure: { readonly fault: unknown } | undefined;
	private parts = 0;

	constructor(private readonly request: FormRequest) {
		this.fields = fieldsIn(request.endpoint, 'form');
	}

	async discard(): Promise<void> {
		await Promise.allSettled(this.reading);
		const uploads = Object.values(this.files).flatMap((list) => list.filter(Boolean));
		await Promise.all(uploads.map((upload) => upload.object.discard()));
	}

	/** Parts arrive one after the other, so waiting for all of them keeps their order. */
	async read(): Promise<void> {
		const { body } = this.request;
		const parser = this.parser();
		await new Promise<void>((resolve) => {
			const stop = (fault: unknown) => {
				this.failure ??= { fault };
				body.unpipe(parser);
				// What is still to come is read and dropped, so that the caller gets to see the answer.
				body.resume();
				for (const part of this.open) part.destroy(new Error('the form could not be read'));
				resolve();
			};
			parser.on('file', (name, part: Part, fileName, _encoding, mediaType) => {
				this.open.add(part);
				part.once('close', () => this.open.delete(part));
				part.on('error', (error) => {
					// A reader that refuses a part aborts it and reports the refusal itself.
					if (error.name !== 'AbortError') stop(refuse('Request_Malformed', reason(error)));
				});
				if (this.failure !== undefined) {
					part.resume();
					return;
				}
				const done = this.part(name, part, { fileName, mediaType });
				this.reading.push(done.catch(stop));
			});
			parser.on('error', (error) => stop(refuse('Request_Malformed', reason(error))));
			parser.on('finish', resolve);
			body.on('aborted', () => stop(refuse('Request_Malformed', 'it was cut off')));
			body.on('error', () => stop(refuse('Request_Malformed', 'it was cut off')));
			body.pipe(parser);
		});
		if (this.failure === undefined) await Promise.all(this.reading);
		if (this.failure !== undefined) throw this.failure.fault;
	}

	/** Every part is handed over as a stream, so that text can be checked for its encoding. */
	private parser() {
		try {
			return new Busboy({
				headers: { ...this.request.headers, 'content-type': this.contentType() },
				isPartAFile: () => true,
				preservePath: false,
			});
		} catch (error) {
			throw refuse('Request_Malformed', reason(error));
		}
	}

	private contentType(): string {
		return this.request.headers['content-type'] ?? '';
	}

	private async part(
		name: string | undefined,
		part: Part,
		head: { readonly fileName: string | undefined; readonly mediaType: string },
	): Promise<void> {
		this.parts += 1;
		if (this.parts > this.request.limits.parts) {
			throw refuse('Request_Malformed', `it has more than ${this.request.limits.parts} parts`);
		}
		const field = name === undefined ? undefined : ownField(this.fields, name);
		if (name === undefined || field === undefined) {
			part.resume();
			return;
		}
		if (field.type === 'file') await this.file(name, part, { ...head, many: field.many });
		else if (head.fileName === undefined) await this.text(name, part, field);
		else throw refuse('Request_Invalid', name, 'must be a text part without a file name');
	}

	private async file(
		name: string,
		part: Part,
		head: { readonly fileName?: string; readonly mediaType: string; readonly many?: true },
	): Promise<void> {
		const fileName = usableFileName(name, head.fileName);
		const place = this.seen.get(name) ?? 0;
		this.seen.set(name, place + 1);
		if (place > 0 && !head.many) throw refuse('Request_Invalid', name, 'must be sent only once');
		const object = await this.request.objects.stage(
			limited(part, name, this.request.limits.fileSizeBytes),
			this.request.organisationId,
		);
		(this.files[name] ??= [])[place] = {
			fileName,
			mediaType: head.mediaType,
			object,
		};
		if (object.sizeBytes === 0) throw this.emptyFile(name);
	}

	private emptyFile(name: string) {
		const ownCode = this.request.endpoint.errors.includes('Storage_FileContentEmpty');
		return ownCode ? refuse('Storage_FileContentEmpty') : refuse('Request_FileEmpty', name);
	}

	private async text(name: string, part: Part, field: Field): Promise<void> {
		const chunks: Uint8Array[] = [];
		for await (const chunk of limited(part, name, this.request.limits.textSizeBytes)) {
			chunks.push(chunk);
		}
		const value = decode(name, Buffer.concat(chunks));
		if (field.many) {
			const list = (this.texts[name] ??= []);
			if (Array.isArray(list)) list.push(value);
		} else if (Object.hasOwn(this.texts, name)) {
			throw refuse('Request_Invalid', name, 'must be sent only once');
		} else this.texts[name] = value;
	}
}

function ownField(fields: Readonly<Record<string, Field>>, name: string): Field | undefined {
	return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The decoder puts U+FFFD where the bytes were no UTF-8. */
function usableFileName(field: string, fileName: string | undefined): string {
	if (fileName === undefined || fileName === '') {
		throw refuse('Request_Invalid', field, 'must be a file part with a file name');
	}
	if (fileName.length > fileNameLengthMax) {
		const limit = `must have a file name of at most ${fileNameLengthMax} characters`;
		throw refuse('Request_Invalid', field, limit);
	}
	if (/[\p{Cc}\ufffd]/u.test(fileName)) {
		throw refuse(
			'Request_Invalid',
			field,
			'must have a file name in UTF-8, without control characters',
		);
	}
	return fileName;
}

async function* limited(part: Part, field: string, sizeBytesMax: number) {
	let sizeBytes = 0;
	try {
		for await (const chunk of part as AsyncIterable<Buffer>) {
			sizeBytes += chunk.byteLength;
			if (sizeBytes > sizeBytesMax) throw refuse('Request_TooLarge', field, sizeBytesMax);
			yield chunk;
		}
	} catch (fault) {
		throw fault === part.errored ? refuse('Request_Malformed', reason(fault)) : fault;
	}
	if (part.truncated) throw refuse('Request_TooLarge', field, sizeBytesMax);
}

function decode(field: string, bytes: Uint8Array): string {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		throw refuse('Request_Invalid', field, 'must be UTF-8 text');
	}
}

function reason(error: unknown): string {
	if (!(error instanceof Error)) return 'the form is not well formed';
	return error.message.toLowerCase().replace(/\.+$/, '');
}
