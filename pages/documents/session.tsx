import { keeper } from '../../api/keeper/endpoints';
import { platform } from '../../api/platform/endpoints';
import { clientOf } from '../parts/client';
import { sessionFor } from '../parts/session/session';

export const { SessionGate, useSession, useAsked } = sessionFor({
	heading: 'Documents',
	purpose: 'The versions of a document, what differs between them, and who approved which.',
	clients: (key) => ({
		keeper: clientOf<'keeper'>(keeper, key),
		platform: clientOf<'platform'>(platform, key),
	}),
});
