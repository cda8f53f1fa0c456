/** Between whom the call of an intent goes, by their e-mail addresses at the tracker. */
import type { StoredIntent } from '../store/intents';
import type { SettlementSettings } from '../setup/settings';

export function senderOf(
	{ escrow }: Pick<SettlementSettings, 'escrow'>,
	{ leg, traderEmail, transitEmail }: StoredIntent,
): string | null {
	if (leg === 'PULL') return traderEmail;
	return (leg === 'PAY' ? transitEmail : null) ?? escrow.email;
}

export function recipientOf(
	{ escrow }: Pick<SettlementSettings, 'escrow'>,
	{ id, leg, traderEmail, transitEmail }: StoredIntent,
): string {
	if (leg !== 'PAY') return transitEmail ?? escrow.email;
	if (traderEmail === null) throw new Error(`the payout ${id} has no address`);
	return traderEmail;
}
