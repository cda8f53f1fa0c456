/**
 * One entry and its proof, computed in the browser: from the entry to the root, and to the
 * signature of the log.
 */
import { toBase64, toHex } from '../../proof/bytes';
import { entryText } from '../../proof/log-entry';
import { Heading } from '../parts/frame';
import { useTexts } from '../parts/language/texts';
import { useLoaded } from '../parts/loading';
import { Link } from '../parts/router';
import { Notice, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Copy, Hash, Time } from '../parts/values';
import { Steps, useStepText, type CheckStep } from '../parts/steps';
import { AnchorSaid } from './anchors';
import { loadEntryProof, type AnchoredEntry, type EntryInTree } from './entry-proof';
import type { PathStep } from './inclusion-path';
import { treeEntryOf, type LoggedEntry } from './log';
import { texts, type TextName } from './texts';

export function EntryPage({ index }: { readonly index: number }) {
	const say = useTexts(texts);
	const asked = useLoaded(String(index), () => loadEntryProof(index));
	return (
		<>
			<Heading>{say('Entry {index}', { index: String(index) })}</Heading>
			<WhenLoaded asked={asked}>
				{({ entry, tree }) => (
					<>
						<EntryFacts entry={entry} />
						<h2>{say('Its proof')}</h2>
						{tree === undefined ? <Unchecked /> : <Proof tree={tree} />}
					</>
				)}
			</WhenLoaded>
		</>
	);
}

function EntryFacts({ entry }: { readonly entry: LoggedEntry }) {
	const say = useTexts(texts);
	const { recordId: id, kind, time, commitment, isErased, blockchainStatus, anchor } = entry;
	const hash = <Hash text={commitment} what={say('commitment')} />;
	return (
		<dl class="facts">
			{blockchainStatus === 'Corrupted' && (
				<>
					<dt>{say('Status')}</dt>
					<dd>
						{say.filled('{status}: the record is no longer what was entered', {
							status: <strong>Corrupted</strong>,
						})}
					</dd>
				</>
			)}
			<dt>{say('Record')}</dt>
			<dd>
				{kind} <Link to={`/explorer/records/${encodeURIComponent(id)}`}>{id}</Link>{' '}
				<Copy text={id} what={say('the id of the record')} />
			</dd>
			<dt>{say('Entered')}</dt>
			<dd>{say.filled('{time}, as the log says', { time: <Time at={time} /> })}</dd>
			<dt>{say('Commitment')}</dt>
			<dd>
				{isErased ? say.filled('{hash}, and nobody can tell any more to what', { hash }) : hash}
			</dd>
			<dt>{say('Text in the log')}</dt>
			<dd>
				<code>{entryText(treeEntryOf(entry))}</code>
			</dd>
			{anchor !== undefined && (
				<>
					<dt>{say('Anchor')}</dt>
					<dd>
						{say.filled(
							'{anchor} of the contract {contract}, as this server says; any node of the chain tells whether it is so',
							{
								anchor: <AnchorSaid anchor={anchor} />,
								contract: <code>{anchor.contract}</code>,
							},
						)}
					</dd>
				</>
			)}
		</dl>
	);
}

function Unchecked() {
	const say = useTexts(texts);
	return <p>{say('It is not under a checkpoint yet, or this browser cannot check it.')}</p>;
}

function Proof({ tree }: { readonly tree: EntryInTree }) {
	const say = useTexts(texts);
	const textOf = useStepText(say);
	const { inclusion, checkpoint } = tree;
	const steps = stepsOf(tree);
	const broken = steps.find(({ outcome }) => outcome === 'broken');
	return (
		<>
			{broken === undefined ? (
				<Notice kind="good" title={say('The entry stands in the log.')}>
					<p>{say('This was worked out in this browser, hash by hash.')}</p>
				</Notice>
			) : (
				<Notice kind="bad" title={say('The proof of this entry does not hold.')}>
					<p>{textOf(broken)}.</p>
				</Notice>
			)}
			<Steps steps={steps} say={say} />
			<p>
				{say.filled('Leaf {hash}', { hash: <Hash text={inclusion.leaf} what={say('leaf')} /> })}
			</p>
			{inclusion.steps.length > 0 && <Path steps={inclusion.steps} />}
			<p>
				{say.filled('Root in the checkpoint {hash} (base64 {base64})', {
					hash: <Hash text={toHex(checkpoint.rootHash)} what={say('root')} />,
					base64: <code>{toBase64(checkpoint.rootHash)}</code>,
				})}
			</p>
		</>
	);
}

type Step = CheckStep<TextName>;

function stepsOf({ inclusion, checkpoint, index, anchor }: EntryInTree): readonly Step[] {
	const { origin, treeSize: size } = checkpoint;
	const values = { count: inclusion.steps.length, index: String(index) };
	return [
		{
			outcome: 'held',
			says: '{origin} has signed a tree of {size} entries',
			values: { origin, size },
		},
		{ outcome: 'held', says: 'The leaf is the hash of the text above' },
		inclusion.holds
			? {
					outcome: 'held',
					says: '{count} hashes lead from entry {index} to the root that was signed',
					values,
				}
			: {
					outcome: 'broken',
					says: 'The hashes do not lead from entry {index} to the root that was signed',
					values,
				},
		...(anchor === undefined ? [] : [anchorStep(anchor, index)]),
	];
}

function anchorStep({ treeSize: size, holds }: AnchoredEntry, index: number): Step {
	const values = { index: String(index), size };
	return holds
		? {
				outcome: 'held',
				says: 'Entry {index} is in the tree of {size} entries that was anchored, too',
				values,
			}
		: {
				outcome: 'broken',
				says: 'Entry {index} is not in the tree of {size} entries that was anchored',
				values,
			};
}

const sides = { left: '{hash} on the left', right: '{hash} on the right' } as const;

function Path({ steps }: { readonly steps: readonly PathStep[] }) {
	const say = useTexts(texts);
	return (
		<Table
			caption={say('From the leaf to the root')}
			columns={[
				{ name: say('Step'), isNumber: true, cell: ({ step }) => String(step) },
				{
					name: say('Joined with'),
					cell: ({ neighbour, neighbourIs, step }) =>
						say.filled(sides[neighbourIs], {
							hash: <Hash text={neighbour} what={say('neighbour of step {step}', { step })} />,
						}),
				},
				{
					name: say('Gives'),
					cell: ({ reached, step }) => (
						<Hash text={reached} what={say('hash of step {step}', { step })} />
					),
				},
			]}
			rows={steps.map((one, level) => ({ ...one, step: level + 1 }))}
			keyOf={({ step }) => step}
		/>
	);
}
