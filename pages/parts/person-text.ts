/**
 * Cleans texts of other people: on one line, and without bidirectional control characters, which
 * could disguise a name as another.
 */
const turning = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

export function lineOf(text: string): string {
	return linesOf(text).replace(/\s+/g, ' ').trim();
}

/** Keeps line breaks. */
export function linesOf(text: string): string {
	return text.replace(turning, '');
}
