/** Elements that a file holds in several forms, for programs of different age. */
import { child, type XmlElement } from './xml';

/** The alternative for current programs. */
export function preferred(alternatives: XmlElement): XmlElement {
	return child(alternatives, 'mc:Choice') ?? child(alternatives, 'mc:Fallback') ?? alternatives;
}
