/**
 * Client ids, under which a repeated request is carried out once, and the errors after which to
 * repeat: the outcome is unknown.
 */
import { CallFault } from '../client';

export function newClientId(): string {
	const bytes = crypto.getRandomValues(new Uint8Array(12));
	return `page-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

/** No answer, an internal error of the server, or a lost database. */
const unknownCodes: readonly string[] = ['unreachable', 'Core_Unhandled', 'Core_DatabaseAway'];

/** True if the request may have been carried out. */
export function isOutcomeUnknown(fault: unknown): boolean {
	return fault instanceof CallFault && unknownCodes.includes(fault.code);
}
