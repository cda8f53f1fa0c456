/** Texts that people read: names, reasons, messages. */

/** Characters of which a person sees something. */
const seen = /[^\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
/** Control characters, separators of lines, and what turns the direction of the text behind it. */
const misleading = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** Visible, well-formed Unicode that stands as it is read. */
export function isPlainText(text: string): boolean {
	return text.isWellFormed() && seen.test(text) && !misleading.test(text);
}
