import { Heading } from './frame';
import { Link } from './router';

interface NoSuchPageProps {
	/** The address that leads on. */
	readonly to: string;
	readonly name: string;
}

/** For an address within a page that leads nowhere. */
export function NoSuchPage({ to, name }: NoSuchPageProps) {
	return (
		<>
			<Heading>There is no such page</Heading>
			<p>
				<Link to={to}>{name}</Link>
			</p>
		</>
	);
}
