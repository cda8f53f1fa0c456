/** What the exchange owes and holds, as it was last published, and each trader's proof. */
import { refuse } from '../../../server/refusal';
import { publishedReserves, reservesProof } from '../../history/reserves/reserves';
import { connected, type HandlerParts, type Handlers } from '../../operations/handler';

export function reservesHandlers(parts: HandlerParts): Handlers<'reserves' | 'ownReserves'> {
	return {
		reserves: async () => {
			const published = await publishedReserves(connected(parts).treasury.database);
			if (published === undefined) throw refuse('Exchange_ReservesNotFound', 'shows the reserves');
			return published;
		},
		ownReserves: async ({ accountId }) => {
			const proof = await reservesProof(connected(parts).treasury.database, accountId);
			if (proof === undefined) throw refuse('Exchange_ReservesNotFound', 'counts this account in');
			return proof;
		},
	};
}
