/**
 * Halts trading while an own key is refused, where the settings ask for it: traders whose payouts
 * cannot leave shall not go on trading. It never resumes a market; that is the administrator's.
 */
import type { Intake } from '../trading/intake/intake';
import type { Markets } from '../trading/markets/markets';
import { raiseAlarm } from '../operator/alarms';
import { payoutsStopped } from '../settlement/carrying/claims';
import type { TreasuryParts } from '../settlement/setup/parts';

export interface HaltingParts {
	readonly treasury: TreasuryParts;
	readonly markets: Pick<Markets, 'list'>;
	readonly intake: Pick<Intake, 'submit'>;
}

/** Halts every market in TRADING while payouts are stopped; called again and again. */
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
		// First the alarm: a process that ends in between finds the market still in TRADING.
		await database
			.transaction()
			.execute((transaction) =>
				raiseAlarm(treasury, transaction, { kind: 'HALT', message, intentId: null }),
			);
		await intake.submit(market, { kind: 'STATUS', status: 'HALT' });
	}
}
