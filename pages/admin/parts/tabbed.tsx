/** Ways to narrow a list to one value of a field, of which one is chosen; it stands in the address. */
import { addressWith } from '../../parts/cursor-list';
import { Link, usePlace } from '../../parts/router';

interface TabbedProps {
	readonly label: string;
	/** Of the field in the address. */
	readonly name: string;
	/** Values and what they are called; the empty one is the list as it is. */
	readonly tabs: readonly (readonly [string, string])[];
}

export function Tabbed({ label, name, tabs }: TabbedProps) {
	const place = usePlace();
	const chosen = place.query.get(name) ?? '';
	const query = new URLSearchParams(place.query);
	query.delete('fromId');
	return (
		<nav class="tabs" aria-label={label}>
			{tabs.map(([value, text]) => (
				<Link
					key={value}
					to={addressWith({ path: place.path, query }, name, value)}
					isCurrent={value === chosen}
				>
					{text}
				</Link>
			))}
		</nav>
	);
}
