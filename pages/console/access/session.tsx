import { keeper } from '../../../api/keeper/endpoints';
import { platform } from '../../../api/platform/endpoints';
import { sealer } from '../../../api/sealer/endpoints';
import { storage } from '../../../api/storage/endpoints';
import { tracker } from '../../../api/tracker/endpoints';
import { clientOf } from '../../parts/client';
import { useTexts } from '../../parts/language/texts';
import { sessionFor } from '../../parts/session/session';
import { texts } from './texts';

function Purpose() {
	return <>{useTexts(texts)('Contracts, documents, assets and files of your organisation.')}</>;
}

export const { SessionGate, useSession, useAsked } = sessionFor({
	heading: 'Sealkeeper',
	purpose: <Purpose />,
	clients: (key) => ({
		sealer: clientOf<'sealer'>(sealer, key),
		keeper: clientOf<'keeper'>(keeper, key),
		platform: clientOf<'platform'>(platform, key),
		tracker: clientOf<'tracker'>(tracker, key),
		storage: clientOf<'storage'>(storage, key, '/storage'),
	}),
});

export type Session = ReturnType<typeof useSession>;
