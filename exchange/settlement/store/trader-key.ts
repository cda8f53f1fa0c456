/** What must hold of the key by which the tracker is called for a trader; that it is right, the tracker says. */
import { refuse } from '../../../server/refusal';
import { ownAccounts, type SettlementSettings } from '../setup/settings';

/** A key of the exchange itself speaks for no trader. */
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
