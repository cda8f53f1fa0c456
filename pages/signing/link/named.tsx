/** A name or address chosen by somebody, isolated from the text direction of its sentence. */
import { lineOf } from '../../parts/person-text';

export function Named({ text }: { readonly text: string }) {
	return <bdi>{lineOf(text)}</bdi>;
}
