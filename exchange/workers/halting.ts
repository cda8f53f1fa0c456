/**
 * Halts trading while the tracker refuses a key of the exchange, if the settings say so: traders
 * whose payouts cannot be sent should not go on trading. Only an administrator resumes a market.
 */
import type { Intake } from '../trading/intake/intake';
import type { Markets } from '../trading/markets/markets';
import { raiseAlarm } from '../guard/alarms';
import { payoutsStopped } from '../settlement/carrying/claims';
import type { TreasuryParts } from '../settlement/setup/parts';

export interface HaltingParts {
	readonly treasury: TreasuryParts;
	readonly markets: Pick<Markets, 'list'>;
	readonly intake: Pick<Intake, 'submit'>;
}

/** Halts every market in TRADING while payouts are stopped; called periodically. */
export async function haltForRefusedKey({
	treasury,
	markets,
	intake,
}: HaltingParts): Promise<void> {
	const { settings, database } = treasury;
	if (settings.onRefusedKey !== 'HALT') return;
	const stopped = await payoutsStopped(database);
	if (stopped === null) return;
	for (const { market, status } of await markets.list()) {
		if (status !== 'TRADING') continue;
		const { symbol } = market.description;
		const message = `${symbol} is halted until an administrator resumes it: ${stopped}`;
		// The alarm first: if the process dies in between, the market is still in TRADING and the next
		// run finds it.
		await database
			.transaction()
			.execute((transaction) =>
				raiseAlarm(treasury, transaction, { kind: 'HALT', message, intentId: null }),
			);
		await intake.submit(market, { kind: 'STATUS', status: 'HALT' });
	}
}
