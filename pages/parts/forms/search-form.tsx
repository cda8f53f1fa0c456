/** A form for a text that a list is searched for; the address of the page holds it, so that it can be linked. */
import { useId, useState } from 'preact/hooks';
import { sharedTexts } from '../language/shared-texts';
import { useTexts } from '../language/texts';
import { go, usePlace } from '../router';

interface SearchFormProps {
	readonly label: string;
	/** The name of the text in the address; other filters stay, and the list begins at its start. */
	readonly name?: string;
}

export function SearchForm({ label, name = 'search' }: SearchFormProps) {
	const say = useTexts(sharedTexts);
	const id = useId();
	const { path, query } = usePlace();
	const asked = query.get(name) ?? '';
	const [typed, setTyped] = useState(asked);
	const search = () => {
		const kept = new URLSearchParams(query);
		kept.delete('from');
		kept.delete(name);
		if (typed.trim() !== '') kept.set(name, typed.trim());
		go(kept.size === 0 ? path : `${path}?${kept.toString()}`);
	};
	return (
		<form
			role="search"
			aria-label={label}
			class="row"
			onSubmit={(event) => {
				event.preventDefault();
				search();
			}}
		>
			<div class="field">
				<label for={id}>{label}</label>
				<input
					id={id}
					type="search"
					maxLength={200}
					value={typed}
					onInput={({ currentTarget }) => setTyped(currentTarget.value)}
				/>
			</div>
			<button class="second" type="submit">
				{say('Search')}
			</button>
		</form>
	);
}
