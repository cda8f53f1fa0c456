/** The edges where time and randomness enter a program; everything else is handed them. */
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

/** Milliseconds since 1970 that many days from now. */
export function inDays(clock: Clock, days: number): number {
	return clock.now() + days * dayMs;
}

/**
 * A fresh identifier: 24 lower-case hex characters. The first half is the time, so that rows made
 * one after the other stand near each other in an index.
 */
export function newId(clock: Clock): string {
	return clock.now().toString(16).padStart(12, '0').slice(-12) + randomHex(6);
}

const drawn = Buffer.alloc(4096);
let drawnLeft = 0;

/** Random bytes, hex, at most 4096; drawn many at a time, because each draw costs more than its bytes. */
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

/** A fresh secret: 32 random bytes, 43 characters of base64url. */
export function newSecret(): string {
	return randomBytes(32).toString('base64url');
}

/** From 0 to 1, for what must only not come at the same time. */
export function randomShare(): number {
	return randomInt(1_000_000) / 1_000_000;
}
