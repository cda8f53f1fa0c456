/** The parts of which the reports of all formats are made. */
import { countText, markup, type Markup } from '../../server/html/markup';
import { hiddenCharacter } from '../core/patterns';

/** What differs in one of the files; nothing of nothing. */
export function marked(side: 'kept' | 'sent', content: Markup | string): Markup {
	if ((typeof content === 'string' ? content : content.text) === '') return markup``;
	return side === 'kept' ? markup`<del>${content}</del>` : markup`<ins>${content}</ins>`;
}

/** A text in which what rules hid is grey; takes the hidden texts from the front of a list. */
export function withHidden(
	text: string,
	hidden: string[],
	shown: (part: string) => string = (part) => part,
): Markup {
	const [first = '', ...others] = text.split(hiddenCharacter);
	const grey = () => markup`<span class="ignored">${hidden.shift() ?? ''}</span>`;
	return markup`${shown(first)}${others.map((part) => markup`${grey()}${shown(part)}`)}`;
}

/** The start of a long text, and how much more there is; `lengthMax` in characters. */
export function shortened(text: string, lengthMax: number): string {
	if (text.length <= lengthMax) return text;
	const characters = Array.from(text);
	const more = characters.length - lengthMax;
	if (more <= 0) return text;
	return `${characters.slice(0, lengthMax).join('')} … ${countText(more, 'character')} more`;
}

/** Says how many there was no room for. */
export function moreNote(count: number, noun = 'difference', elsewhere = ''): Markup {
	if (count <= 0) return markup``;
	return markup`<p class="note">${countText(count, `more ${noun}`)} not shown${elsewhere}.</p>\n`;
}
