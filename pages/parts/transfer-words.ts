import type { Model } from '../../api/types';

export const transferWords: Readonly<Record<Model<'Payout'>['status'], string>> = {
	SETTLED: 'Settled',
	PLANNED: 'Planned',
	SENDING: 'On its way',
	UNKNOWN: 'Not known yet whether it happened',
	REFUSED: 'Refused',
	HELD_FOR_REVIEW: 'Held until a person has looked',
	PENDING_APPROVAL: 'Waits for an approval',
};
