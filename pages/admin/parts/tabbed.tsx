/** Tabs that filter a list by one field; the choice is in the address. */
import { addressWith } from '../../parts/cursor-list';
import { Link, usePlace } from '../../parts/router';

interface TabbedProps {
	readonly label: string;
	/** Name of the field in the address. */
	readonly name: string;
	/** Values and labels; the empty value means no filter. */
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
