/**
 * Adds conditions, ETag and dates of RFC 9110 to the description of every download. conditions.ts
 * evaluates them.
 */
import type { EndpointDescription } from '../../../api/language/description';
import type { Schema } from '../routing/schemas';

const conditions: Readonly<Record<string, string>> = {
	'if-match': 'Tags of which the file must have one, or `*`; else 412',
	'if-none-match': 'Tags the caller has, or `*`; a file with one of them is answered with 304',
	'if-modified-since': 'A date of HTTP; a file that is no newer is answered with 304',
	'if-unmodified-since': 'A date of HTTP; a file that is newer is answered with 412',
	'if-range': 'A tag or a date; the range is answered if the file has it, else the whole file',
};

const ofFile = {
	'accept-ranges': 'bytes: one range may be asked for',
	etag: 'The tag of the file: its SHA-256, which never changes',
	'last-modified': 'When the file was stored',
};
const ofRange = { 'content-range': 'Which bytes these are, and how many there are in all' };

const headersByStatus: Readonly<Record<string, Readonly<Record<string, string>>>> = {
	200: ofFile,
	206: { ...ofFile, ...ofRange },
	304: ofFile,
	416: ofRange,
};

const schema = { type: 'string' };

/** What is made for one caller is fetched once, and known by nobody before. */
function isDownload({ method, reply }: EndpointDescription): boolean {
	return reply.kind === 'bytes' && method === 'GET';
}

export function conditionParameters(endpoint: EndpointDescription): Schema[] {
	if (!isDownload(endpoint)) return [];
	return Object.entries(conditions).map(([name, description]) => ({
		name,
		in: 'header',
		required: false,
		description,
		schema,
	}));
}

/** Adds status 304 and headers to a download's replies. */
export function withDownloadReplies(endpoint: EndpointDescription, responses: Schema): Schema {
	if (!isDownload(endpoint)) return responses;
	const known = { 304: { description: 'The caller has the file as it is' } };
	return Object.fromEntries(
		Object.entries({ ...responses, ...known }).map(([status, response]) => [
			status,
			{ ...(response as Schema), ...headersOf(status) },
		]),
	);
}

function headersOf(status: string): Schema {
	const described = headersByStatus[status];
	if (described === undefined) return {};
	const headers = Object.entries(described).map(([name, description]) => [
		name,
		{ description, schema },
	]);
	return { headers: Object.fromEntries(headers) as Schema };
}
