/** Where the notes and comments of a DOCX stand: the words at which a reader finds them. */
import { lastWord } from '../document/document';
import { attribute, elementsOf, type XmlElement } from '../document/xml';
import { preferred } from '../document/alternatives';

const references: ReadonlyMap<string, string> = new Map([
	['w:footnoteReference', 'footnotes'],
	['w:endnoteReference', 'endnotes'],
	['w:commentReference', 'comments'],
]);

const wordLengthMax = 100;
/** Further words of a comment say no more about its place. */
const wordsMax = 1000;

export class Anchors {
	readonly #found = new Map<string, string>();
	/** Comments whose words have begun and not yet ended. */
	readonly #open = new Map<string, string>();
	#before = '';
	/** Notes before the first word of their paragraph, which stand at that, and what follows them. */
	#first: string[] = [];
	#behind = '';

	/** Reads the next block of the body. */
	add(element: XmlElement): void {
		if (element.name === 'w:p') [this.#before, this.#first, this.#behind] = ['', [], ''];
		const id = attribute(element, 'w:id') ?? '';
		const kind = references.get(element.name);
		if (element.name === 'w:t') this.#addText(element.children.join(''));
		else if (element.name === 'w:commentRangeStart') this.#open.set(id, '');
		else if (element.name === 'w:commentRangeEnd') this.#end(id);
		else if (kind !== undefined && this.of(kind, id) === undefined) {
			const word = lastWord(this.#before);
			this.#found.set(`${kind}/${id}`, word);
			if (word === '') this.#first.push(`${kind}/${id}`);
		}
		const shown = element.name === 'mc:AlternateContent' ? preferred(element) : element;
		for (const one of elementsOf(shown)) this.add(one);
	}

	of(kind: string, id: string): string | undefined {
		return this.#found.get(`${kind}/${id}`);
	}

	#addText(text: string): void {
		this.#before = (this.#before + text).slice(-wordLengthMax);
		if (this.#first.length > 0) this.#addFirst(text);
		for (const [id, words] of this.#open) {
			this.#open.set(id, words + text);
			if (words.length > wordsMax) this.#end(id);
		}
	}

	#addFirst(text: string): void {
		this.#behind += text;
		const [, word = '', end] = /^\s*(\S*)(\s)?/.exec(this.#behind) ?? [];
		for (const note of this.#first) this.#found.set(note, word);
		if (word !== '' && end !== undefined) this.#first = [];
	}

	#end(id: string): void {
		const words = this.#open.get(id);
		this.#open.delete(id);
		if (words === undefined) return;
		const shown = words.replace(/\s+/g, ' ').trim();
		this.#found.set(`comments/${id}`, shown === '' ? lastWord(this.#before) : shown);
	}
}
