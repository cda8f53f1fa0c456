import { keeper } from '../../api/keeper/endpoints';
import { platform } from '../../api/platform/endpoints';
import { clientOf } from '../parts/client';
import { useTexts } from '../parts/language/texts';
import { sessionFor } from '../parts/session/session';
import { texts } from './texts';

function Purpose() {
	const say = useTexts(texts);
	return (
		<>{say('The versions of a document, what differs between them, and who approved which.')}</>
	);
}

export const { SessionGate, useSession, useAsked } = sessionFor({
	heading: 'Documents',
	purpose: <Purpose />,
	clients: (key) => ({
		keeper: clientOf<'keeper'>(keeper, key),
		platform: clientOf<'platform'>(platform, key),
	}),
});
