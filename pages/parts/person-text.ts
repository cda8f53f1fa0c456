/**
 * Texts that somebody else wrote, as a line of ours may hold them: in one line, and without the marks
 * that turn the direction of what follows them and could pass one name off for another.
 */
const turning = /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]/g;

export function lineOf(text: string): string {
	return linesOf(text).replace(/\s+/g, ' ').trim();
}

/** The same with its line breaks. */
export function linesOf(text: string): string {
	return text.replace(turning, '');
}
