/**
 * Builds the treasury from the settings file: tracker client, key vault and transit accounts.
 * Without that file the exchange has no treasury, and only administrators fund accounts.
 */
import { newId, type Clock } from '../../server/clock';
import type { Database } from '../database/database';
import { createTracker, type TrackerClient } from '../tracker/client';
import { createKeyVault, secretOf, type SecretSource } from './setup/key-vault';
import { fitSlots } from './store/slots';
import { checkOwnAccounts } from './setup/own-accounts';
import type { TreasuryParts } from './setup/parts';
import { settingsOfFile } from './setup/settings-file';
import { registerTransitAccounts } from './store/transit-accounts';
import { queriesMax } from './trader-balances';

export interface Treasury extends TreasuryParts {
	readonly tracker: TrackerClient;
}

export interface TreasuryEdges {
	readonly database: Database;
	readonly clock: Clock;
	/** Called with the message of every alarm. */
	readonly onAlarm: (message: string) => void;
}

/** key-vault.ts derives its keys from the secret. */
export interface TreasuryConfig extends SecretSource {
	/** Settings file of settlement; without it there is no treasury. */
	readonly settlementFile: string;
}

const connectTimeoutMsMax = 5_000;

/**
 * Returns the treasury, or undefined without settings; close its tracker in the end. Throws if the
 * settings are invalid, or leave out an account that is still in use.
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
			// Plus those of traders' balance queries.
			connections: 2 * parallelCalls + 1 + queriesMax,
			callsPerMinuteMax,
			believesEmpty: settings.onEmptyAnswer === 'BELIEVE',
		}),
		vault: createKeyVault(secretOf(config)),
		onAlarm,
	};
}
