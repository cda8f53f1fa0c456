import type { Model } from '../../api/types';
import type { exchangeTexts } from './exchange-texts';

export const transferWords: Readonly<
	Record<Model<'Payout'>['status'], keyof typeof exchangeTexts>
> = {
	SETTLED: 'Settled',
	PLANNED: 'Planned',
	SENDING: 'On its way',
	UNKNOWN: 'Not known yet whether it happened',
	REFUSED: 'Refused',
	HELD_FOR_REVIEW: 'Held until a person has looked',
	PENDING_APPROVAL: 'Waits for an approval',
};
