import { useState } from 'preact/hooks';
import { useTexts } from '../parts/language/texts';
import { go } from '../parts/router';
import { texts } from './texts';

export function Search({ asked = '' }: { readonly asked?: string }) {
	const say = useTexts(texts);
	const [recordId, setRecordId] = useState(asked);
	const search = (event: SubmitEvent) => {
		event.preventDefault();
		const id = recordId.trim();
		if (id !== '') go(`/explorer/records/${encodeURIComponent(id)}`);
	};
	return (
		<form class="row" role="search" onSubmit={search}>
			<label>
				{say('Id of a record')}
				<input
					value={recordId}
					autocomplete="off"
					spellcheck={false}
					maxLength={200}
					onInput={({ currentTarget }) => setRecordId(currentTarget.value)}
				/>
			</label>
			<button type="submit">{say('Search')}</button>
		</form>
	);
}
