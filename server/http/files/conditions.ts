/**
 * Evaluates the conditions of a file request by RFC 9110, 13.2.2: send it, not modified, or
 * another version, and whether a range may be sent.
 */
import type { IncomingHttpHeaders } from 'node:http';

export interface Version {
	/** Without quotes; strong, because the bytes of a version never change. */
	readonly etag: string;
	/** Absent if unknown; date conditions are then ignored. */
	readonly modifiedAt?: Date;
}

export type Condition =
	| { readonly outcome: 'SEND'; readonly mayBeRange: boolean }
	| { readonly outcome: 'NOT_MODIFIED' }
	/** `header` is the condition that failed. */
	| { readonly outcome: 'OTHER_VERSION'; readonly header: string };

export function conditionOf(headers: IncomingHttpHeaders, version: Version): Condition {
	const header = headerOfOther(headers, version);
	if (header !== undefined) return { outcome: 'OTHER_VERSION', header };
	if (isKnown(headers, version)) return { outcome: 'NOT_MODIFIED' };
	return { outcome: 'SEND', mayBeRange: isRangeOf(headers['if-range'], version) };
}

function headerOfOther(headers: IncomingHttpHeaders, version: Version): string | undefined {
	const { 'if-match': match, 'if-unmodified-since': since } = headers;
	if (match !== undefined) return names(match, version, 'strong') ? undefined : 'if-match';
	return isChangedSince(version, since) === true ? 'if-unmodified-since' : undefined;
}

function isKnown(headers: IncomingHttpHeaders, version: Version): boolean {
	const { 'if-none-match': noneMatch, 'if-modified-since': since } = headers;
	if (noneMatch !== undefined) return names(noneMatch, version, 'weak');
	return isChangedSince(version, since) === false;
}

function isRangeOf(ifRange: string | string[] | undefined, version: Version): boolean {
	if (typeof ifRange !== 'string') return true;
	const date = dateOf(ifRange);
	return date === undefined
		? names(ifRange, version, 'strong')
		: version.modifiedAt !== undefined && date === secondsOf(version.modifiedAt);
}

/** True if a list of tags, or `*`, matches the version. */
function names(list: string, { etag }: Version, strength: 'strong' | 'weak'): boolean {
	if (list.trim() === '*') return true;
	return [...list.matchAll(/(W\/)?"([^"]*)"/g)].some(
		([, weak, tag]) => tag === etag && (strength === 'weak' || weak === undefined),
	);
}

/** Undefined if either date is absent. */
function isChangedSince({ modifiedAt }: Version, since: string | undefined): boolean | undefined {
	const date = dateOf(since);
	if (date === undefined || modifiedAt === undefined) return undefined;
	return secondsOf(modifiedAt) > date;
}

/** HTTP dates have whole seconds. */
function secondsOf(date: Date): number {
	return Math.floor(date.getTime() / 1000);
}

/** Undefined for anything but an HTTP date. */
function dateOf(text: string | undefined): number | undefined {
	if (text === undefined || !/^\w{3}, .* GMT$/.test(text)) return undefined;
	const time = Date.parse(text);
	return Number.isNaN(time) ? undefined : time / 1000;
}
