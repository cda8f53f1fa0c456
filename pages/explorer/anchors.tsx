/**
 * The anchors of the log on a chain: the state of anchoring, and the anchor that covers an entry.
 * It is what this server says; a node of the chain can confirm it.
 */
import { Copy, Hash, numberText, Time } from '../parts/values';
import type { LogState, ShownAnchor } from './log';

type Anchoring = NonNullable<LogState['anchoring']>;

/** Faults of anchoring; `alarms.tsx` shows those that contradict the log. */
const troubles: Readonly<Record<Anchoring['alarms'][number]['kind'], string>> = {
	RPC: 'The chain does not answer, or not in a way that can be understood',
	CHAIN: 'The node is of another chain than the contract',
	CONTRACT: 'There is no contract of this log at the address',
	LOG_OLDER: 'The contract holds a larger tree than this log has',
	LOG_OTHER: 'The contract holds another root than this log has',
	REORGANISED: 'An anchor that was confirmed has left the chain',
	FUNDS: 'The account that writes anchors cannot pay',
	FEE: 'The chain asks for a higher fee than is allowed',
	REFUSED: 'The node does not take the transaction',
};

export function AnchoringFacts({ anchoring }: Pick<LogState, 'anchoring'>) {
	return (
		<>
			<h2>Anchors</h2>
			{anchoring === undefined ? (
				<p>The roots of this log are written to no chain.</p>
			) : (
				<Facts anchoring={anchoring} />
			)}
		</>
	);
}

function Facts({ anchoring }: { readonly anchoring: Anchoring }) {
	const { contract, chainId, latest, pending, alarms, lookedAt } = anchoring;
	return (
		<dl class="facts">
			<dt>Contract</dt>
			<dd>
				<code>{contract}</code> <Copy text={contract} what="the address of the contract" />
				{chainId !== undefined && ` on chain ${chainId}`}
			</dd>
			<dt>Newest anchor</dt>
			<dd>{latest === undefined ? 'None is confirmed yet' : <AnchorSaid anchor={latest} />}</dd>
			{pending.length > 0 && (
				<>
					<dt>On the way</dt>
					<dd>{pending.map((size) => `${numberText(size)} entries`).join(', ')}</dd>
				</>
			)}
			{lookedAt !== undefined && (
				<>
					<dt>Chain last asked</dt>
					<dd>
						<Time at={lookedAt} />
					</dd>
				</>
			)}
			{alarms.length > 0 && (
				<>
					<dt>What holds it up</dt>
					<dd>
						<ul>
							{alarms.map(({ kind, raisedAt }) => (
								<li key={kind}>
									{troubles[kind]}, since <Time at={raisedAt} />
								</li>
							))}
						</ul>
					</dd>
				</>
			)}
		</dl>
	);
}

export function AnchorSaid({ anchor }: { readonly anchor: ShownAnchor }) {
	const { treeSize, blockNumber, confirmations, confirmedAt, transactionHash, chainId } = anchor;
	return (
		<>
			The root of {numberText(treeSize)} entries, in block {numberText(blockNumber)} of chain{' '}
			{String(chainId)} with {numberText(confirmations)} confirmations, <Time at={confirmedAt} />;
			transaction <Hash text={transactionHash} what="transaction of the anchor" />
		</>
	);
}
