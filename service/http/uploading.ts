/**
 * Handles an upload: takes a place, checks admission before the body is read, and discards files
 * that no handler attached.
 */
import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import type { EndpointDescription } from '../../api/language/description';
import { programs } from '../../api/programs';
import { checkFor, type Check, type Values } from '../../server/http/routing/checks';
import { fieldsIn } from '../../server/http/routing/endpoints';
import type { ObjectStore } from '../objects/object-store';
import type { Caller, Client, UploadTerms } from '../operations/handler';
import { readForm, type Form, type FormLimits } from './form';
import type { UploadPlaces } from './upload-places';

export interface UploadParts {
	readonly objects: ObjectStore;
	readonly limits: FormLimits;
	readonly places: UploadPlaces;
}

export interface FormUpload {
	readonly endpoint: EndpointDescription;
	readonly caller: Caller;
	readonly client: Client;
	readonly headers: IncomingHttpHeaders;
	readonly body: Readable;
	/** From `fieldChecks`. */
	readonly checks: Readonly<Record<string, Check>>;
	/** Called with the texts known so far; with none before the body. */
	readonly admit: (texts: Values) => Promise<UploadTerms>;
}

/** A separate check for each text field of a form. */
export function fieldChecks(endpoint: EndpointDescription): Readonly<Record<string, Check>> {
	return Object.fromEntries(
		Object.entries(fieldsIn(endpoint, 'form')).map(([name, field]) => [
			name,
			checkFor({ ...endpoint, fields: { [name]: field } }, 'form', programs.service),
		]),
	);
}

/** Reads the form and runs `run` with it. */
export async function withForm<Answer>(
	{ places, objects, limits }: UploadParts,
	{ caller, client, ...upload }: FormUpload,
	run: (form: Form) => Promise<Answer>,
): Promise<Answer> {
	using _place = places.take(caller, client);
	const terms = await upload.admit({});
	const { organisationId } = caller;
	const form = await readForm({ ...upload, terms, limits, objects, organisationId });
	try {
		return await run(form);
	} finally {
		await form.discard();
	}
}
