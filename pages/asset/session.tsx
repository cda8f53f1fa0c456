import { platform } from '../../api/platform/endpoints';
import { tracker } from '../../api/tracker/endpoints';
import { clientOf } from '../parts/client';
import { useTexts } from '../parts/language/texts';
import { sessionFor } from '../parts/session/session';
import { texts } from './texts';

function Purpose() {
	const say = useTexts(texts);
	return <>{say('Holders, batches and movements of an asset, for those who have a key.')}</>;
}

export const { SessionGate, useSession, useAsked } = sessionFor({
	heading: 'Assets',
	purpose: <Purpose />,
	clients: (key) => ({
		tracker: clientOf<'tracker'>(tracker, key),
		platform: clientOf<'platform'>(platform, key),
	}),
});

export type Session = ReturnType<typeof useSession>;
