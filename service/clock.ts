/** The edges where time and randomness enter the service; everything else is handed them. */
import { randomBytes } from 'node:crypto';

export interface Clock {
	/** Milliseconds since 1970 in UTC. */
	now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds, the form every date has on the wire and in the database. */
export function isoTime(clock: Clock): string {
	return new Date(clock.now()).toISOString();
}

/** A fresh identifier: 24 lower-case hex characters. */
export function newId(): string {
	return randomBytes(12).toString('hex');
}

/** A fresh secret: 32 random bytes, 43 characters of base64url. */
export function newSecret(): string {
	return randomBytes(32).toString('base64url');
}
