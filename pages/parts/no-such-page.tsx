import { Heading } from './frame';
import { sharedTexts } from './language/shared-texts';
import { useTexts } from './language/texts';
import { Link } from './router';

interface NoSuchPageProps {
	/** The address that leads on. */
	readonly to: string;
	readonly name: string;
}

/** For an address within a page that leads nowhere. */
export function NoSuchPage({ to, name }: NoSuchPageProps) {
	const say = useTexts(sharedTexts);
	return (
		<>
			<Heading>{say('There is no such page')}</Heading>
			<p>
				<Link to={to}>{name}</Link>
			</p>
		</>
	);
}
