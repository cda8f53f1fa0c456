/**
 * The anchors of the log on a chain: the state of anchoring, and the anchor that covers an entry.
 * It is what this server says; a node of the chain can confirm it.
 */
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Copy, Hash, numberText, Time } from '../parts/values';
import type { LogState, ShownAnchor } from './log';
import { texts, type TextName } from './texts';

type Anchoring = NonNullable<LogState['anchoring']>;

/** Faults of anchoring; `alarms.tsx` shows those that contradict the log. */
const troubles: Readonly<Record<Anchoring['alarms'][number]['kind'], TextName>> = {
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
	const say = useTexts(texts);
	return (
		<>
			<h2>{say('Anchors')}</h2>
			{anchoring === undefined ? (
				<p>{say('The roots of this log are written to no chain.')}</p>
			) : (
				<Facts anchoring={anchoring} />
			)}
		</>
	);
}

function Facts({ anchoring }: { readonly anchoring: Anchoring }) {
	const say = useTexts(texts);
	const { contract, chainId, latest, pending, alarms, lookedAt } = anchoring;
	return (
		<dl class="facts">
			<dt>{say('Contract')}</dt>
			<dd>
				<code>{contract}</code> <Copy text={contract} what={say('the address of the contract')} />{' '}
				{chainId !== undefined && say('on chain {chain}', { chain: String(chainId) })}
			</dd>
			<dt>{say('Newest anchor')}</dt>
			<dd>
				{latest === undefined ? say('None is confirmed yet') : <AnchorSaid anchor={latest} />}
			</dd>
			{pending.length > 0 && (
				<>
					<dt>{say('On the way')}</dt>
					<dd>{pending.map((count) => say('{count} entries', { count })).join(', ')}</dd>
				</>
			)}
			{lookedAt !== undefined && (
				<>
					<dt>{say('Chain last asked')}</dt>
					<dd>
						<Time at={lookedAt} />
					</dd>
				</>
			)}
			{alarms.length > 0 && (
				<>
					<dt>{say('What holds it up')}</dt>
					<dd>
						<ul>
							{alarms.map(({ kind, raisedAt }) => (
								<li key={kind}>
									{say.filled('{what}, since {time}', {
										what: say(troubles[kind]),
										time: <Time at={raisedAt} />,
									})}
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
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const { treeSize, blockNumber, confirmations, confirmedAt, transactionHash, chainId } = anchor;
	return (
		<>
			{say.filled(
				'The root of {count} entries, in block {block} of chain {chain} with {confirmations} confirmations, {time}; transaction {hash}',
				{
					count: numberText(treeSize, locale),
					block: numberText(blockNumber, locale),
					chain: String(chainId),
					confirmations: numberText(confirmations, locale),
					time: <Time at={confirmedAt} />,
					hash: <Hash text={transactionHash} what={say('transaction of the anchor')} />,
				},
			)}
		</>
	);
}
