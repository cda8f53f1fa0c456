/** What the treasury works with; every edge to the world is in here and handed in. */
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import type { SettlementSettings } from './settings';
import type { Tracker } from '../../tracker/tracker';
import type { KeyVault } from './key-vault';

export interface TreasuryParts {
	readonly database: Database;
	readonly clock: Clock;
	/** Fresh identifiers, unique for ever: calls at the tracker are named after them. */
	readonly newId: () => string;
	readonly settings: SettlementSettings;
	readonly tracker: Tracker;
	readonly vault: KeyVault;
	/** Gets every alarm, in one sentence without a key. */
	readonly onAlarm: (message: string) => void;
}

/** What is enough to plan intents, without calling anybody. */
export type PlanningParts = Omit<TreasuryParts, 'tracker' | 'onAlarm'>;
