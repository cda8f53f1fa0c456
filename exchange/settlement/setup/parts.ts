/** Dependencies of the treasury, passed in. */
import type { Clock } from '../../../server/clock';
import type { Database } from '../../database/database';
import type { SettlementSettings } from './settings';
import type { Tracker } from '../../tracker/tracker';
import type { KeyVault } from './key-vault';

export interface TreasuryParts {
	readonly database: Database;
	readonly clock: Clock;
	/** Globally unique ids, after which calls at the tracker are named. */
	readonly newId: () => string;
	readonly settings: SettlementSettings;
	readonly tracker: Tracker;
	readonly vault: KeyVault;
	/** Called with the message of every alarm, which has no key in it. */
	readonly onAlarm: (message: string) => void;
}

/** Dependencies of planning, which makes no calls. */
export type PlanningParts = Omit<TreasuryParts, 'tracker' | 'onAlarm'>;
