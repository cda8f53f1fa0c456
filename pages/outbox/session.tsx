import { platform } from '../../api/platform/endpoints';
import { clientOf } from '../parts/client';
import { useTexts } from '../parts/language/texts';
import { sessionFor } from '../parts/session/session';
import { texts } from './texts';

function Purpose() {
	const say = useTexts(texts);
	return (
		<>
			{say(
				'The mails of your organisation, for its administrators. Without a mail server they leave nowhere and are read here.',
			)}
		</>
	);
}

export const { SessionGate, useAsked } = sessionFor({
	heading: 'Mails',
	purpose: <Purpose />,
	clients: (key) => ({ platform: clientOf<'platform'>(platform, key) }),
});
