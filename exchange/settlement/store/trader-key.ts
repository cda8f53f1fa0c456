/** Checks of a trader's tracker key; only the tracker knows if it is valid. */
import { refuse } from '../../../server/refusal';
import { ownAccounts, type SettlementSettings } from '../setup/settings';

/** Refuses the exchange's own keys. */
export function refuseOwnKey(settings: SettlementSettings, traderKey: string | undefined): void {
	if (ownAccounts(settings).every(({ key }) => key !== traderKey)) return;
	const fault = 'is a key of the exchange itself; send your own key at the tracker';
	throw refuse('Request_Invalid', 'x-tracker-key', fault);
}

export function neededKey(traderKey: string | undefined): string {
	if (traderKey !== undefined) return traderKey;
	const fault = 'is needed: your key here is not known to be your key at the tracker';
	throw refuse('Request_Invalid', 'x-tracker-key', fault);
}
