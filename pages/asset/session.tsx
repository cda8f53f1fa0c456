import { platform } from '../../api/platform/endpoints';
import { tracker } from '../../api/tracker/endpoints';
import { clientOf } from '../parts/client';
import { sessionFor } from '../parts/session/session';

export const { SessionGate, useSession, useAsked } = sessionFor({
	heading: 'Assets',
	purpose: 'Holders, batches and movements of an asset, for those who have a key.',
	clients: (key) => ({
		tracker: clientOf<'tracker'>(tracker, key),
		platform: clientOf<'platform'>(platform, key),
	}),
});

export type Session = ReturnType<typeof useSession>;
