/**
 * The administrator's `anchor deploy`: puts the contract for anchors on the chain of the settings and
 * prints what to set. It asks no running service for anything.
 */
import { command } from '../../server/commands/command';
import { payer } from '../anchor/anchoring';
import { openEvmChain } from '../anchor/evm-chain';
import { weiOf } from '../anchor/fees';
import { readConfig } from '../config';

export const anchorCommands = [
	command('anchor deploy', {
		does: 'puts the contract that anchors the log on the chain of ANCHOR_RPC_URL, paid by ANCHOR_KEY',
		options: {
			origin: { value: 'ORIGIN', meaning: 'the log it is for', isNeeded: true },
		},
		run: async ({ environment }, { origin }) => {
			const config = readConfig(environment);
			const chain = await openEvmChain({
				...payer(config),
				signal: AbortSignal.timeout(deployMs),
			});
			const { address, ...transaction } = await chain.deploy(
				origin,
				weiOf(config.anchorFeeGweiMax),
			);
			return {
				...{ origin, chainId: await chain.chainId(), owner: chain.account, address },
				...transaction,
				next: `set ANCHOR_ADDRESS=${address} beside ANCHOR_RPC_URL and the key, and restart`,
			};
		},
	}),
];

/** Some chains take minutes for a block. */
const deployMs = 30 * 60_000;
