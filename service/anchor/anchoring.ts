/**
 * Reads the settings of anchoring: without any there is no anchorer, with some the missing one is
 * refused.
 */
import type { FastifyBaseLogger } from 'fastify';
import { SettingRefused } from '../../server/config/environment';
import type { Database } from '../database/database';
import { Checkpoints } from '../log/checkpoints';
import type { AnchoredLog } from './anchored-log';
import { Anchorer, type AnchorerParts } from './anchorer';
import { openEvmChain } from './evm-chain';
import { weiOf } from './fees';

export interface AnchorSettings {
	readonly anchorRpcUrl: string | undefined;
	readonly anchorAddress: string | undefined;
	readonly anchorKey: string | undefined;
	readonly anchorEvery: number;
	readonly anchorWaitMinutesMax: number;
	readonly anchorConfirmations: number;
	readonly anchorFeeGweiMax: number;
	readonly anchorRoundMs: number;
}

export interface AnchoringParts extends Pick<
	AnchorerParts,
	'database' | 'clock' | 'session' | 'onFault'
> {
	/** Name of the log, under which it signs. */
	readonly origin: string;
	readonly log: Pick<FastifyBaseLogger, 'error' | 'info'>;
}

/** Returns undefined if no contract is set. */
export function openAnchorer(
	settings: AnchorSettings,
	{ origin, log, ...parts }: AnchoringParts,
): Anchorer | undefined {
	const contract = contractOf(settings);
	if (contract === undefined) return undefined;
	const { rpcUrl, privateKey } = payer(settings);
	return new Anchorer({
		...parts,
		contract,
		log: anchoredLog(parts.database, origin),
		onAlarm: (alarm) => log.error({ alarm }, 'an alarm of anchoring'),
		onAlarmOver: (kind) => log.info({ alarm: { kind } }, 'an alarm of anchoring is over'),
		confirmations: settings.anchorConfirmations,
		feeCap: weiOf(settings.anchorFeeGweiMax),
		terms: { every: settings.anchorEvery, waitMsMax: settings.anchorWaitMinutesMax * 60_000 },
		roundMs: settings.anchorRoundMs,
		openChain: (signal) => openEvmChain({ rpcUrl, privateKey, signal }),
	});
}

/** The contract's address in lower case, as the database has it. */
export function contractOf(settings: Pick<AnchorSettings, 'anchorAddress'>): string | undefined {
	return settings.anchorAddress?.toLowerCase();
}

function anchoredLog(database: Database, origin: string): AnchoredLog {
	const checkpoints = new Checkpoints(database);
	return {
		origin,
		newest: () => checkpoints.latest(),
		countAbove: (treeSize) => checkpoints.countAbove(treeSize),
		rootAt: async (treeSize) => (await checkpoints.rootAt(treeSize)).toString('hex'),
	};
}

/** RPC address and private key of the account that pays. */
export function payer(settings: AnchorSettings): {
	readonly rpcUrl: string;
	readonly privateKey: string;
} {
	const { anchorRpcUrl: rpcUrl, anchorKey: privateKey } = settings;
	if (rpcUrl === undefined) throw new SettingRefused('ANCHOR_RPC_URL is missing');
	if (privateKey !== undefined) return { rpcUrl, privateKey };
	throw new SettingRefused('ANCHOR_KEY or ANCHOR_KEY_FILE is missing');
}
