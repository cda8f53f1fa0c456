import { platform } from '../../api/platform/endpoints';
import { clientOf } from '../parts/client';
import { sessionFor } from '../parts/session/session';

export const { SessionGate, useAsked } = sessionFor({
	heading: 'Mails',
	purpose:
		'The mails of your organisation, for its administrators. Without a mail server they leave nowhere and are read here.',
	clients: (key) => ({ platform: clientOf<'platform'>(platform, key) }),
});
