/**
 * One entry and its proof, computed in the browser: from the entry to the root, and to the
 * signature of the log.
 */
import { toBase64, toHex } from '../../proof/bytes';
import { entryText } from '../../proof/log-entry';
import { Heading } from '../parts/frame';
import { useLoaded } from '../parts/loading';
import { Link } from '../parts/router';
import { Notice, WhenLoaded } from '../parts/states';
import { Table, type Column } from '../parts/table';
import { Copy, Hash, numberText, Time } from '../parts/values';
import { Steps, type CheckStep } from '../parts/steps';
import { AnchorSaid } from './anchors';
import { loadEntryProof, type AnchoredEntry, type EntryInTree } from './entry-proof';
import type { PathStep } from './inclusion-path';
import { treeEntryOf, type LoggedEntry } from './log';

export function EntryPage({ index }: { readonly index: number }) {
	const asked = useLoaded(String(index), () => loadEntryProof(index));
	return (
		<>
			<Heading>{`Entry ${index}`}</Heading>
			<WhenLoaded asked={asked}>
				{({ entry, tree }) => (
					<>
						<EntryFacts entry={entry} />
						<h2>Its proof</h2>
						{tree === undefined ? <Unchecked /> : <Proof tree={tree} />}
					</>
				)}
			</WhenLoaded>
		</>
	);
}

function EntryFacts({ entry }: { readonly entry: LoggedEntry }) {
	const { recordId: id, kind, time, commitment, isErased, blockchainStatus, anchor } = entry;
	return (
		<dl class="facts">
			{blockchainStatus === 'Corrupted' && (
				<>
					<dt>Status</dt>
					<dd>
						<strong>Corrupted</strong>: the record is no longer what was entered
					</dd>
				</>
			)}
			<dt>Record</dt>
			<dd>
				{kind} <Link to={`/explorer/records/${encodeURIComponent(id)}`}>{id}</Link>{' '}
				<Copy text={id} what="the id of the record" />
			</dd>
			<dt>Entered</dt>
			<dd>
				<Time at={time} />, as the log says
			</dd>
			<dt>Commitment</dt>
			<dd>
				<Hash text={commitment} what="commitment" />
				{isErased && ', and nobody can tell any more to what'}
			</dd>
			<dt>Text in the log</dt>
			<dd>
				<code>{entryText(treeEntryOf(entry))}</code>
			</dd>
			{anchor !== undefined && (
				<>
					<dt>Anchor</dt>
					<dd>
						<AnchorSaid anchor={anchor} /> of the contract <code>{anchor.contract}</code>, as this
						server says; any node of the chain tells whether it is so
					</dd>
				</>
			)}
		</dl>
	);
}

function Unchecked() {
	return <p>It is not under a checkpoint yet, or this browser cannot check it.</p>;
}

function Proof({ tree }: { readonly tree: EntryInTree }) {
	const { inclusion, checkpoint } = tree;
	const steps = stepsOf(tree);
	const broken = steps.find(({ outcome }) => outcome === 'broken');
	return (
		<>
			{broken === undefined ? (
				<Notice kind="good" title="The entry stands in the log.">
					<p>This was worked out in this browser, hash by hash.</p>
				</Notice>
			) : (
				<Notice kind="bad" title="The proof of this entry does not hold.">
					<p>{broken.says}.</p>
				</Notice>
			)}
			<Steps steps={steps} />
			<p>
				Leaf <Hash text={inclusion.leaf} what="leaf" />
			</p>
			{inclusion.steps.length > 0 && (
				<Table
					caption="From the leaf to the root"
					columns={columns}
					rows={inclusion.steps.map((step, level) => ({ ...step, level: level + 1 }))}
					keyOf={({ level }) => level}
				/>
			)}
			<p>
				Root in the checkpoint <Hash text={toHex(checkpoint.rootHash)} what="root" /> (base64{' '}
				<code>{toBase64(checkpoint.rootHash)}</code>)
			</p>
		</>
	);
}

function stepsOf({ inclusion, checkpoint, index, anchor }: EntryInTree): readonly CheckStep[] {
	const size = numberText(checkpoint.treeSize);
	return [
		{ outcome: 'held', says: `${checkpoint.origin} has signed a tree of ${size} entries` },
		{ outcome: 'held', says: 'The leaf is the hash of the text above' },
		inclusion.holds
			? {
					outcome: 'held',
					says: `${inclusion.steps.length} hashes lead from entry ${index} to the root that was signed`,
				}
			: {
					outcome: 'broken',
					says: `The hashes do not lead from entry ${index} to the root that was signed`,
				},
		...(anchor === undefined ? [] : [anchorStep(anchor, index)]),
	];
}

function anchorStep({ treeSize, holds }: AnchoredEntry, index: number): CheckStep {
	const tree = `the tree of ${numberText(treeSize)} entries that was anchored`;
	return holds
		? { outcome: 'held', says: `Entry ${index} is in ${tree}, too` }
		: { outcome: 'broken', says: `Entry ${index} is not in ${tree}` };
}

const columns: readonly Column<PathStep & { readonly level: number }>[] = [
	{ name: 'Step', isNumber: true, cell: ({ level }) => String(level) },
	{
		name: 'Joined with',
		cell: ({ neighbour, neighbourIs, level }) => (
			<>
				<Hash text={neighbour} what={`neighbour of step ${level}`} /> on the {neighbourIs}
			</>
		),
	},
	{
		name: 'Gives',
		cell: ({ reached, level }) => <Hash text={reached} what={`hash of step ${level}`} />,
	},
];
