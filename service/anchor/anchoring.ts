/**
 * Anchoring as the service is configured for it: nothing without settings, an anchorer with all of
 * them, and a refusal that names the missing one in between.
 */
import fs from 'node:fs';
import { SettingRefused } from '../../server/config/environment';
import type { AnchorerParts } from './anchorer';
import { openEvmChain } from './evm-chain';
import { weiOf } from './fees';

export interface AnchorSettings {
	readonly anchorRpcUrl: string | undefined;
	readonly anchorAddress: string | undefined;
	readonly anchorKey: string | undefined;
	readonly anchorKeyFile: string | undefined;
	readonly anchorEvery: number;
	readonly anchorWaitMinutesMax: number;
	readonly anchorConfirmations: number;
	readonly anchorFeeGweiMax: number;
	readonly anchorRoundMs: number;
}

export type Anchoring = Pick<
	AnchorerParts,
	'contract' | 'confirmations' | 'feeCap' | 'terms' | 'roundMs' | 'openChain'
>;

/** Nothing where no contract is named. */
export function anchoringOf(settings: AnchorSettings): Anchoring | undefined {
	const { anchorAddress } = settings;
	if (anchorAddress === undefined) return undefined;
	const { rpcUrl, privateKey } = payer(settings);
	return {
		contract: anchorAddress.toLowerCase(),
		confirmations: settings.anchorConfirmations,
		feeCap: weiOf(settings.anchorFeeGweiMax),
		terms: { every: settings.anchorEvery, waitMsMax: settings.anchorWaitMinutesMax * 60_000 },
		roundMs: settings.anchorRoundMs,
		openChain: (signal) => openEvmChain({ rpcUrl, privateKey, signal }),
	};
}

/** Where the chain is asked, and with whose key. */
export function payer(settings: AnchorSettings): {
	readonly rpcUrl: string;
	readonly privateKey: string;
} {
	const { anchorRpcUrl } = settings;
	if (anchorRpcUrl === undefined) throw new SettingRefused('ANCHOR_RPC_URL is missing');
	return { rpcUrl: anchorRpcUrl, privateKey: privateKeyOf(settings) };
}

function privateKeyOf({ anchorKey, anchorKeyFile }: AnchorSettings): string {
	if (anchorKey !== undefined) return anchorKey;
	if (anchorKeyFile === undefined) {
		throw new SettingRefused('ANCHOR_KEY or ANCHOR_KEY_FILE is missing');
	}
	const text = fs.readFileSync(anchorKeyFile, 'utf8').trim();
	if (/^0x[0-9a-fA-F]{64}$/.test(text)) return text;
	throw new SettingRefused('the file of ANCHOR_KEY_FILE must hold 0x and 64 hex digits');
}
