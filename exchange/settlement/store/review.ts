/**
 * Carries out an administrator's decision about a held transfer: the intent, its postings and its
 * alarms change together. state/review-decision.ts lists the decisions.
 */
import { CommandFault } from '../../../server/commands/command-fault';
import { inTransaction } from '../../../server/database/transactions';
import { clearAlarmsAbout } from '../../guard/alarms';
import { FEES } from '../../trading/ledger/posting';
import { reviewed, type Decision } from '../state/review-decision';
import { needsExclusiveSlot } from '../setup/settings';
import { findIntent, recordChanges, type StoredIntent } from './intents';
import { slotOf } from './slots';
import type { TreasuryParts } from '../setup/parts';

export type ReviewParts = Omit<TreasuryParts, 'tracker' | 'vault'>;

/** Returns the intent after the decision; throws a CommandFault if it does not apply. */
export async function reviewIntent(
	parts: ReviewParts,
	id: string,
	decision: Decision,
): Promise<StoredIntent> {
	const { database, clock, settings } = parts;
	return inTransaction(database, async (transaction) => {
		const from = await findIntent(transaction, id);
		if (from === undefined) throw new CommandFault(`there is no intent ${id}`);
		const at = clock.now();
		const intent = reviewed(from, decision, { now: at, settings });
		if (intent === undefined) throw new CommandFault(whyNot(from));
		const [recorded] = await recordChanges(parts, transaction, [{ from, step: { intent }, at }]);
		if (recorded === undefined) {
			throw new CommandFault(`the intent ${id} has just been changed; look at it again`);
		}
		await clearAlarmsAbout(parts, transaction, id);
		if (decision !== 'SEND_AGAIN') return recorded;
		const { email } = await transaction
			.selectFrom('accounts')
			.select('email')
			.where('id', '=', from.accountId)
			.executeTakeFirstOrThrow();
		// Commissions go to the address of their request, which is not an account's.
		const address = from.accountId === FEES ? from.traderEmail : email;
		if (address === null) {
			throw new CommandFault('the account has no e-mail address to send to; set one first');
		}
		await transaction
			.updateTable('intents')
			.set({
				trader_email: address,
				slot: slotOf(settings, from.asset, from.number),
				exclusive_slot: needsExclusiveSlot(settings) ? from.asset : null,
			})
			.where('id', '=', id)
			.execute();
		return { ...recorded, traderEmail: address };
	});
}

function whyNot({ id, kind, state }: StoredIntent): string {
	if (state !== 'HELD_FOR_REVIEW') {
		return `the intent ${id} is ${state}; only one that is HELD_FOR_REVIEW is decided on`;
	}
	return `a ${kind} cannot be sent again, because the trader's key is gone: decide SETTLED when the tracker shows it, else REFUSED`;
}
