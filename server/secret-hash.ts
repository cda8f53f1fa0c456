/** The form in which keys and the secrets of links are kept and counted: never as themselves. */
import { hash } from 'node:crypto';

/** SHA-256 in lower-case hex; enough without salt for 32 random bytes, which nobody can guess. */
export function secretHash(secret: string): string {
	return hash('sha256', secret, 'hex');
}
