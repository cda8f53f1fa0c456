/**
 * Own ids of what is asked for, under which the same request again is carried out once, and when that
 * is needed: where it is not known whether the request was carried out.
 */
import { CallFault } from './client';

export function newOwnId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	return `page-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** No answer came, the server broke down over it, or it lost its database. */
const unknownCodes: readonly string[] = ['unreachable', 'Core_Unhandled', 'Core_DatabaseAway'];

/** Whether what was asked for may have been done, though nobody said so. */
export function isUnknown(fault: unknown): boolean {
	return fault instanceof CallFault && unknownCodes.includes(fault.code);
}
