/** A name or an address that somebody chose, kept apart from the direction of the sentence around it. */
import { lineOf } from '../../parts/person-text';

export function Named({ text }: { readonly text: string }) {
	return <bdi>{lineOf(text)}</bdi>;
}
