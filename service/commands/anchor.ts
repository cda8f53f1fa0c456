/**
 * `anchor deploy` puts the contract for anchors on the chain and prints the settings. It needs no
 * running service.
 */
import { command, found } from '../../server/commands/command';
import { payer } from '../anchor/anchoring';
import { openEvmChain } from '../anchor/evm-chain';
import { weiOf } from '../anchor/fees';
import { identityOf } from '../log/signer';
import { withTools } from './tools';

const deployMs = 30 * 60_000;

export const anchorCommands = [
	command('anchor deploy', {
		does: 'puts the contract for anchors of the log on the chain of ANCHOR_RPC_URL, paid by ANCHOR_KEY',
		run: withTools(async ({ config, database }) => {
			const origin = found(
				config.logOrigin ?? (await identityOf(database))?.origin,
				'the log has no name yet: start the service once, or set LOG_ORIGIN',
			);
			const signal = AbortSignal.timeout(deployMs);
			const chain = await openEvmChain({ ...payer(config), signal });
			const cap = weiOf(config.anchorFeeGweiMax);
			const { address, ...transaction } = await chain.deploy(origin, cap);
			return {
				origin,
				chainId: await chain.chainId(),
				owner: chain.account,
				address,
				...transaction,
				next: `set ANCHOR_ADDRESS=${address} beside ANCHOR_RPC_URL and the key, and restart`,
			};
		}),
	}),
];
