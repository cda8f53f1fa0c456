import { refuse } from '../../refusal';

/** Inclusive. */
export interface ByteRange {
	readonly first: number;
	readonly last: number;
}

/**
 * Parses a Range header (RFC 9110, 14) with one range of bytes; undefined, meaning the whole file,
 * if it is absent, malformed or has several ranges. Throws `Storage_RangeNotSatisfiable` if the
 * range is outside the file.
 */
export function byteRange(header: string | undefined, sizeBytes: number): ByteRange | undefined {
	const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '');
	const [from = '', to = ''] = match?.slice(1) ?? [];
	if (match === null || (from === '' && to === '')) return undefined;
	const range =
		from === ''
			? { first: Math.max(0, sizeBytes - Number(to)), last: sizeBytes - 1 }
			: { first: Number(from), last: Math.min(to === '' ? Infinity : Number(to), sizeBytes - 1) };
	if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
	if (range.first <= range.last) return range;
	throw refuse('Storage_RangeNotSatisfiable', header ?? '', sizeBytes);
}
