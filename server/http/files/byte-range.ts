/** The Range header of RFC 9110 section 14, as far as it is served: one range of bytes. */
import { refuse } from '../../refusal';

/** Both ends belong to it. */
export interface ByteRange {
	readonly first: number;
	readonly last: number;
}

/**
 * The bytes asked for, or nothing when the header is absent, not in bytes, not understood or asks
 * for several ranges: a server may answer those with the whole file. Throws the refusal
 * `Storage_RangeNotSatisfiable` when the range lies outside the file.
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
