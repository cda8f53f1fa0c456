import { hash } from 'node:crypto';

/**
 * The hash under which keys and tokens are stored: SHA-256, lower-case hex. Needs no salt, because
 * secrets are 32 random bytes.
 */
export function secretHash(secret: string): string {
	return hash('sha256', secret, 'hex');
}
