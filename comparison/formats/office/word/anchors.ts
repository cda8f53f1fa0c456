/** Where the comments of a DOCX stand: the words at which a reader finds them. */
import { lastWord } from '../../blocks/document/document';
import { attribute, shownIn, textIn, type XmlElement } from '../../package/xml';

const wordLengthMax = 100;
/** Further words of a comment say no more about its place. */
const wordsMax = 1000;

export class Anchors {
	readonly #found = new Map<string, string>();
	/** Comments whose words have begun and not yet ended. */
	readonly #open = new Map<string, string>();
	#before = '';

	/** Reads the next block of the body. */
	add(element: XmlElement): void {
		if (element.name === 'w:p') this.#before = '';
		const id = attribute(element, 'w:id') ?? '';
		if (element.name === 'w:t') this.#addText(textIn(element));
		else if (element.name === 'w:commentRangeStart') this.#open.set(id, '');
		else if (element.name === 'w:commentRangeEnd') this.#end(id);
		else if (element.name === 'w:commentReference' && this.of(id) === undefined) {
			this.#found.set(id, lastWord(this.#before));
		}
		for (const one of shownIn(element)) this.add(one);
	}

	of(id: string): string | undefined {
		return this.#found.get(id);
	}

	#addText(text: string): void {
		this.#before = (this.#before + text).slice(-wordLengthMax);
		for (const [id, words] of this.#open) {
			this.#open.set(id, words + text);
			if (words.length > wordsMax) this.#end(id);
		}
	}

	#end(id: string): void {
		const words = this.#open.get(id);
		this.#open.delete(id);
		if (words === undefined) return;
		const shown = words.replace(/\s+/g, ' ').trim();
		this.#found.set(id, shown === '' ? lastWord(this.#before) : shown);
	}
}
