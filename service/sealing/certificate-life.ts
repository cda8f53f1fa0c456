/**
 * Validity of the sealing certificate, in words for the operator. An expired certificate goes on
 * sealing, because contracts must not wait; verification reports it.
 */
import { dayMs } from '../../server/clock';
import { X509Certificate } from 'node:crypto';

export type CertificateState =
	| 'valid'
	| `expires ${string}`
	| `expired ${string}`
	| `begins ${string}`;

/** Time to get a new certificate. */
const warnedDays = 30;
export function certificateState(certificate: Uint8Array, now: number): CertificateState {
	const { validFromDate, validToDate } = new X509Certificate(certificate);
	const day = (date: Date) => date.toISOString().slice(0, 10);
	if (now < validFromDate.getTime()) return `begins ${day(validFromDate)}`;
	if (now > validToDate.getTime()) return `expired ${day(validToDate)}`;
	const isSoon = now > validToDate.getTime() - warnedDays * dayMs;
	return isSoon ? `expires ${day(validToDate)}` : 'valid';
}

/** The warning for the process log; undefined if the certificate is valid. */
export function certificateWarning(word: CertificateState): string | undefined {
	if (word === 'valid') return undefined;
	return `the certificate of SEAL_CERTIFICATE_FILE ${word}: set a new one, and start again`;
}
