/**
 * Puts the treasury together from the settings' file: the tracker's client, the vault of keys and
 * the transit accounts. Without that file the exchange has no treasury, and accounts are funded
 * by the administrator alone.
 */
import { newId, type Clock } from '../../server/clock';
import type { Database } from '../database/database';
import { createTracker, type TrackerClient } from '../tracker/client';
import { createKeyVault, secretOf, type SecretPlace } from './setup/key-vault';
import { fitSlots } from './store/slots';
import { checkOwnAccounts } from './setup/own-accounts';
import type { TreasuryParts } from './setup/parts';
import { settingsOfFile } from './setup/settings-file';
import { registerTransitAccounts } from './store/transit-accounts';
import { questionsMax } from './trader-balances';

export interface Treasury extends TreasuryParts {
	readonly tracker: TrackerClient;
}

export interface TreasuryEdges {
	readonly database: Database;
	readonly clock: Clock;
	/** Gets every alarm, in one sentence. */
	readonly onAlarm: (message: string) => void;
}

/** The secret is what key-vault.ts derives its keys from. */
export interface TreasuryConfig extends SecretPlace {
	/** Settings of settlement; without the file there is no treasury. */
	readonly settlementFile: string;
}

const connectTimeoutMsMax = 5_000;

/**
 * The treasury, or undefined without settings; close its tracker in the end. Throws when the
 * settings cannot be meant, or leave an account behind that is still in use.
 */
export async function openTreasury(
	config: TreasuryConfig,
	{ database, clock, onAlarm }: TreasuryEdges,
): Promise<Treasury | undefined> {
	const settings = settingsOfFile(config.settlementFile);
	if (settings === undefined) return undefined;
	const { trackerUrl, productId, timeoutMs, parallelCalls, callsPerMinuteMax } = settings;
	await checkOwnAccounts(settings, database);
	await registerTransitAccounts({ settings }, database);
	await fitSlots(settings, database);
	return {
		database,
		clock,
		newId: () => newId(clock),
		settings,
		tracker: createTracker({
			baseUrl: trackerUrl,
			productId,
			timeoutMs,
			connectTimeoutMs: Math.min(connectTimeoutMsMax, timeoutMs),
			// Those of traders who ask for balances are beside those of settlement.
			connections: 2 * parallelCalls + 1 + questionsMax,
			callsPerMinuteMax,
			believesEmpty: settings.onEmptyAnswer === 'BELIEVE',
		}),
		vault: createKeyVault(secretOf(config)),
		onAlarm,
	};
}
