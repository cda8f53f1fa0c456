/**
 * Reads a multipart form as a stream: text parts are decoded strictly, file parts stream into the
 * object store. Parts are read one after the other, so a form needs the memory and descriptors of
 * one file. If reading fails or the caller disconnects, all stored files are discarded.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import Busboy from '@fastify/busboy';
import type { EndpointDescription, Field } from '../../api/language/description';
import type { FileTerms, Upload, UploadTerms } from '../operations/handler';
import { refuse } from '../../server/refusal';
import { measureFile } from '../objects/measured-file';
import type { ObjectStore } from '../objects/object-store';
import type { MeasuredFile } from '../objects/staged-object';
import { unknownField, type Check, type Values } from '../../server/http/routing/checks';
import { fieldsIn } from '../../server/http/routing/endpoints';
import { feed } from './form-feed';
import { boundedText, limited, reason, usableFileName } from './form-parts';

export interface FormLimits {
	readonly fileSizeBytes: number;
	readonly textSizeBytes: number;
	/** Maximum parts. */
	readonly parts: number;
}

export interface Form {
	/** Text fields by name; a field that may be repeated is a list. */
	readonly texts: Record<string, string | string[]>;
	/** Files by field name, in the order they arrived. */
	readonly files: Record<string, Upload<MeasuredFile>[]>;
	/** Removes every file that no handler attached. */
	discard(): Promise<void>;
}

export interface FormRequest {
	readonly headers: IncomingHttpHeaders;
	readonly body: Readable;
	readonly endpoint: EndpointDescription;
	readonly limits: FormLimits;
	readonly objects: ObjectStore;
	/** Organisation whose quota the files count to. */
	readonly organisationId: string;
	/** A check for each field, so that an invalid one is refused as soon as it ends. */
	readonly checks: Readonly<Record<string, Check>>;
	/** Terms of files before the first part is read. */
	readonly terms: UploadTerms;
	/** Terms of files given the texts so far; refuses a file that is not allowed. */
	readonly admit: (texts: Values) => Promise<UploadTerms>;
}

/** Maximum bytes of a part's header; a name cut off there is longer than any allowed name. */
const headSizeBytesMax = 8 * 1024;
const headLinesMax = 32;

/** Maximum bytes outside of parts: headers, and anything that may be one. */
const betweenPartsBytesMax = 256 * 1024;

type Part = Readable & { readonly truncated?: boolean };

interface PartHead {
	readonly fileName: string | undefined;
	readonly mediaType: string;
}

/** Reads the whole form; refuses with the first fault. */
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
	readonly files: Record<string, Upload<MeasuredFile>[]> = {};
	private readonly fields: Readonly<Record<string, Field>>;
	/** Current field names by former names. */
	private readonly renamed: ReadonlyMap<string, string>;
	private readonly failing = Promise.withResolvers<never>();
	/** The part being read. */
	private part: Part | undefined;
	private hasFailed = false;
	private openParts = 0;
	private betweenBytes = 0;
	/** `reading` settles after all parts so far, `earlier` after all but the last. */
	private reading: Promise<void> = Promise.resolve();
	private earlier: Promise<void> = Promise.resolve();
	/** Parsed single texts so far, and the terms of a file that comes after them. */
	private readonly known: Values = {};
	private terms: Promise<UploadTerms> | undefined;
	private latest: Upload<MeasuredFile> | undefined;

	constructor(private readonly request: FormRequest) {
		this.fields = fieldsIn(request.endpoint, 'form');
		const earlier = Object.entries(this.fields).flatMap(([name, { formerly = [] }]) =>
			formerly.map((one) => [one, name] as const),
		);
		this.renamed = new Map(earlier);
		this.terms = Promise.resolve(request.terms);
		this.failing.promise.catch(() => undefined);
	}

	async discard(): Promise<void> {
		await this.reading;
		const uploads = Object.values(this.files).flat();
		await Promise.all(uploads.map((upload) => upload.object.discard()));
	}

	async read(): Promise<void> {
		const parser = this.parser();
		const finished = new Promise<void>((resolve) => parser.once('finish', resolve));
		const { promise: failure } = this.failing;
		parser.on('file', (name, part: Part, fileName, _encoding, mediaType) =>
			this.onPart(name, part, { fileName, mediaType }),
		);
		parser.on('partsLimit', () => {
			const clause = `it has more than ${this.request.limits.parts} parts`;
			this.fail(refuse('Request_Malformed', clause));
		});
		parser.on('error', (error) => this.fail(refuse('Request_Malformed', reason(error))));
		const take = async (chunk: Buffer) => {
			const before = this.openParts;
			await new Promise<void>((resolve) => parser.write(chunk, () => resolve()));
			this.countBetween(chunk, before + this.openParts === 0);
			// Parts that ended in this chunk are handled before the next chunk is read.
			await this.earlier;
		};
		try {
			await feed(this.request.body, { take, failure });
			parser.end();
			await Promise.race([finished, failure]);
			await Promise.race([this.reading, failure]);
			if (this.hasFailed) await failure;
		} catch (fault) {
			this.fail(fault);
			throw fault;
		}
	}

	/** Treats every part as a file, so that the encoding of texts can be checked. */
	private parser() {
		const { headers, limits } = this.request;
		try {
			return new Busboy({
				headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
				isPartAFile: () => true,
				preservePath: false,
				limits: {
					parts: limits.parts,
					headerSize: headSizeBytesMax,
					headerPairs: headLinesMax,
				},
			});
		} catch (error) {
			throw refuse('Request_Malformed', reason(error));
		}
	}

	/** Only the first failure counts; it ends the current part. */
	private fail(fault: unknown): void {
		if (this.hasFailed) return;
		this.hasFailed = true;
		this.failing.reject(fault);
		this.part?.destroy(new Error('the form could not be read'));
	}

	/** Refuses a header that does not end. */
	private countBetween({ length }: Buffer, isOfNoPart: boolean): void {
		this.betweenBytes = isOfNoPart ? this.betweenBytes + length : 0;
		if (this.betweenBytes <= betweenPartsBytesMax) return;
		this.fail(refuse('Request_Malformed', 'the head of a part does not end'));
	}

	/** Queues a part after the earlier ones. */
	private onPart(name: string | undefined, part: Part, head: PartHead): void {
		part.on('error', (error) => {
			// A reader that refuses a part aborts it and reports the refusal itself.
			if (error.name !== 'AbortError') this.fail(refuse('Request_Malformed', reason(error)));
		});
		this.openParts += 1;
		part.once('close', () => (this.openParts -= 1));
		this.earlier = this.reading;
		const known = name === undefined ? undefined : (this.renamed.get(name) ?? name);
		this.reading = this.reading.then(() => this.readPart(known, part, head));
	}

	private async readPart(name: string | undefined, part: Part, head: PartHead): Promise<void> {
		if (this.hasFailed) {
			part.destroy();
			return;
		}
		this.part = part;
		try {
			if (name === undefined) throw refuse('Request_Malformed', 'a part has no name');
			const field = ownField(this.fields, name);
			if (field === undefined) throw unknownField(name);
			if (field.type === 'file') await this.file(name, part, head);
			else if (head.fileName === undefined) await this.text(name, part, field);
			else throw refuse('Request_Invalid', name, 'must be a text part without a file name');
		} catch (fault) {
			this.fail(fault);
		}
	}

	private async file(name: string, part: Part, head: PartHead): Promise<void> {
		const fileName = usableFileName(name, head.fileName);
		const list = (this.files[name] ??= []);
		const { many: isMany = false, itemsMax = Infinity } = this.fields[name] ?? {};
		if (list.length > 0 && !isMany) throw refuse('Request_Invalid', name, 'must be sent only once');
		if (list.length >= itemsMax) {
			throw refuse('Request_Invalid', name, `must be sent at most ${itemsMax} times`);
		}
		this.terms ??= this.request.admit(this.known);
		const terms = (await this.terms)[name] ?? {};
		const { sizeBytesMax = Infinity } = terms;
		const bytes = limited(part, name, Math.min(sizeBytesMax, this.request.limits.fileSizeBytes));
		// Earlier files release their descriptors while later ones arrive.
		await this.latest?.object.rest();
		const object = await this.taken(bytes, terms);
		this.latest = { fileName, mediaType: head.mediaType, object };
		list.push(this.latest);
		if (object.sizeBytes === 0) this.requireBytes(name);
	}

	private taken(
		bytes: AsyncIterable<Uint8Array>,
		{ isKept = true, isSpooled = false, heldIn }: FileTerms,
	): Promise<MeasuredFile> {
		const { objects, organisationId } = this.request;
		if (heldIn !== undefined) return heldIn.hold(bytes);
		if (!isKept) return measureFile(bytes);
		return isSpooled ? objects.spool(bytes, organisationId) : objects.stage(bytes, organisationId);
	}

	/** Refuses a file without bytes where the endpoint has a code for it. */
	private requireBytes(name: string): void {
		const { errors } = this.request.endpoint;
		if (errors.includes('Storage_FileContentEmpty')) throw refuse('Storage_FileContentEmpty');
		if (errors.includes('Request_FileEmpty')) throw refuse('Request_FileEmpty', name);
	}

	private async text(name: string, part: Part, field: Field): Promise<void> {
		const { limits, checks } = this.request;
		const bytes = limited(part, name, limits.textSizeBytes);
		const value = await boundedText(name, field, bytes);
		if (field.many) {
			const list = (this.texts[name] ??= []);
			checks[name]?.({ [name]: [value] });
			if (Array.isArray(list)) list.push(value);
			return;
		}
		if (Object.hasOwn(this.texts, name)) {
			throw refuse('Request_Invalid', name, 'must be sent only once');
		}
		Object.assign(this.known, checks[name]?.({ [name]: value }));
		this.texts[name] = value;
		this.terms = undefined;
	}
}

function ownField(fields: Readonly<Record<string, Field>>, name: string): Field | undefined {
	return Object.hasOwn(fields, name) ? fields[name] : undefined;
}
