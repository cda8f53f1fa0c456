/** The handlers of operators on any connection, as a command has them. */
import { Accounts } from '../../../exchange/accounts/accounts';
import type { Database } from '../../../exchange/database/database';
import { IntentFeed } from '../../../exchange/feeds/intent-feed';
import { operatorHandlers } from '../../../exchange/handlers/operator/handlers';
import type { TreasuryParts } from '../../../exchange/settlement/setup/parts';
import { TraderBalances } from '../../../exchange/settlement/trader-balances';
import { Markets } from '../../../exchange/trading/markets/markets';
import type { Clock } from '../../../server/clock';

export const byCommand = { kind: 'OPERATOR', user: 'ann' } as const;

interface Parts {
	readonly database: Database;
	readonly clock: Clock;
	readonly treasury?: TreasuryParts;
}

export function operatorOn({ database, clock, treasury }: Parts) {
	const accounts = new Accounts(database, clock);
	return operatorHandlers({
		...{ database, clock, accounts, reader: database, markets: new Markets(database, clock) },
		...{ keyLifetimeDays: undefined, queues: [] },
		settlementSettings: () => treasury?.settings,
		onAppended: () => undefined,
		settlement: treasury && {
			...{ treasury, accounts, onPlanned: () => undefined },
			intents: new IntentFeed(database, { transferMs: 0 }),
			traderBalances: new TraderBalances(treasury.tracker, treasury.settings),
		},
	});
}
