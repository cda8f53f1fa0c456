/**
 * How long the certificate contracts are sealed with is still valid, in words for who runs the service. One
 * that has expired goes on sealing, since a contract must not wait for it, and whoever verifies is told.
 */
import { dayMs } from '../../server/clock';
import { X509Certificate } from 'node:crypto';

export type CertificateWord =
	| 'valid'
	| `expires ${string}`
	| `expired ${string}`
	| `begins ${string}`;

/** As long as it takes to get another one. */
const warnedDays = 30;
export function certificateWord(certificate: Uint8Array, now: number): CertificateWord {
	const { validFromDate, validToDate } = new X509Certificate(certificate);
	const day = (date: Date) => date.toISOString().slice(0, 10);
	if (now < validFromDate.getTime()) return `begins ${day(validFromDate)}`;
	if (now > validToDate.getTime()) return `expired ${day(validToDate)}`;
	const isSoon = now > validToDate.getTime() - warnedDays * dayMs;
	return isSoon ? `expires ${day(validToDate)}` : 'valid';
}

/** What the log says of one that is not simply valid; nothing of one that is. */
export function certificateWarning(word: CertificateWord): string | undefined {
	if (word === 'valid') return undefined;
	return `the certificate of SEAL_CERTIFICATE_FILE ${word}: set a new one, and start again`;
}
