import { useState } from 'preact/hooks';
import { go } from '../parts/router';

export function Search({ asked = '' }: { readonly asked?: string }) {
	const [recordId, setRecordId] = useState(asked);
	const search = (event: SubmitEvent) => {
		event.preventDefault();
		const id = recordId.trim();
		if (id !== '') go(`/explorer/records/${encodeURIComponent(id)}`);
	};
	return (
		<form class="row" role="search" onSubmit={search}>
			<label>
				Id of a record
				<input
					value={recordId}
					autocomplete="off"
					spellcheck={false}
					maxLength={200}
					onInput={({ currentTarget }) => setRecordId(currentTarget.value)}
				/>
			</label>
			<button type="submit">Search</button>
		</form>
	);
}
