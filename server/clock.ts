/** Sources of time and randomness; other code gets them as parameters. */
import { randomBytes, randomFillSync, randomInt } from 'node:crypto';

export interface Clock {
	/** Milliseconds since 1970 in UTC. */
	now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

/** ISO 8601 in UTC with milliseconds, the form every date has on the wire and in the database. */
export function isoTime(clock: Clock): string {
	return new Date(clock.now()).toISOString();
}

export const dayMs = 24 * 60 * 60 * 1000;

/** The time in so many days, milliseconds since 1970. */
export function inDays(clock: Clock, days: number): number {
	return clock.now() + days * dayMs;
}

/**
 * A new identifier: 24 lower-case hex characters. The first half is the time, so that rows made in
 * succession are close together in an index.
 */
export function newId(clock: Clock): string {
	return clock.now().toString(16).padStart(12, '0').slice(-12) + randomHex(6);
}

const drawn = Buffer.alloc(4096);
let drawnLeft = 0;

/**
 * Random bytes as hex, at most 4096; buffered, because each call of the generator is expensive.
 */
export function randomHex(sizeBytes: number): string {
	if (drawnLeft < sizeBytes) {
		randomFillSync(drawn);
		drawnLeft = drawn.length;
	}
	drawnLeft -= sizeBytes;
	const end = drawnLeft + sizeBytes;
	const text = drawn.toString('hex', drawnLeft, end);
	drawn.fill(0, drawnLeft, end);
	return text;
}

/** A new secret: 32 random bytes, 43 characters of base64url. */
export function newSecret(): string {
	return randomBytes(32).toString('base64url');
}

/** A number of so many random digits, for people to type. */
export function newDigits(count: number): string {
	return String(randomInt(10 ** count)).padStart(count, '0');
}

/** A random number from 0 to 1, for jitter. */
export function randomShare(): number {
	return randomInt(1_000_000) / 1_000_000;
}
