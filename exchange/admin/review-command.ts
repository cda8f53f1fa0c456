/** Decides on many transfers by the endpoint that decides on one. */
import { command } from '../../server/commands/command';
import { CommandFault } from '../../server/commands/command-fault';
import { managedTransfers } from '../../api/exchange/admin/transfers';
import { decisions } from '../settlement/state/review-decision';
import { listTransfers } from '../settlement/store/all-transfers';
import { perform } from './described-commands';
import { reasonOption, withTools } from './tools';

const transfersMax = 10_000;

export const reviewCommand = command('review-transfers', {
	does: 'decides on all transfers that are held for review for one reason',
	options: {
		heldFor: { value: 'REASON', meaning: 'exactly this', isNeeded: true },
		decision: {
			value: 'DECISION',
			meaning: 'as of review-transfer',
			isNeeded: true,
			choices: decisions,
		},
		...reasonOption,
	},
	run: withTools(async (tools, { heldFor, decision, reason }) => {
		const asked = { status: 'HELD_FOR_REVIEW', limit: transfersMax, offset: 0 } as const;
		const held = await listTransfers(tools.database, { ...asked, reason: heldFor });
		if (held.length === 0) throw new CommandFault('no transfer is held for exactly this reason');
		const endpoint = managedTransfers.reviewTransfer;
		const results: unknown[] = [];
		for (const { id: transferId } of held) {
			const values = { transferId, decision, reason };
			try {
				results.push(await perform(tools, { operation: 'reviewTransfer', endpoint }, values));
			} catch (fault) {
				// Each by itself: one that cannot be decided so keeps none of the others.
				if (!(fault instanceof CommandFault)) throw fault;
				results.push({ transferId, refused: fault.message });
			}
		}
		return results;
	}),
});
