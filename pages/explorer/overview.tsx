/** The state of the log: its key, size, witnesses and anchors. */
import { Heading } from '../parts/frame';
import { Copy, numberText, Time } from '../parts/values';
import { WhenLoaded } from '../parts/states';
import { useLoaded } from '../parts/loading';
import type { CheckedCheckpoint } from './checked-checkpoint';
import { readCheckpoints, type LogState } from './log';
import { AnchoringFacts } from './anchors';
import { Restorations } from './restorations';
import { Search } from './search';
import type { Watched } from './watching';
import { Witnesses } from './witnesses';

export function Overview({ watched }: { readonly watched: Watched }) {
	return (
		<>
			<Heading>Log explorer</Heading>
			<p>
				Every record is entered into a log that can only grow. Its size, its growth, its signatures
				and each entry you open are checked in this browser; what else stands here is what the
				server says.
			</p>
			{watched.state !== undefined && <Facts state={watched.state} checked={watched.checked} />}
			<h2>Find a record</h2>
			<Search />
			{watched.state !== undefined && (
				<>
					<Restorations restorations={watched.state.restorations} />
					<Witnesses witnessing={watched.state.witnessing} />
					<AnchoringFacts anchoring={watched.state.anchoring} />
				</>
			)}
		</>
	);
}

interface FactsProps {
	readonly state: LogState;
	readonly checked: CheckedCheckpoint | undefined;
}

function Facts({ state, checked }: FactsProps) {
	const { origin, vkey, treeSize } = state;
	const last = useLoaded(String(treeSize), () => readCheckpoints(1));
	return (
		<dl class="facts">
			<dt>Log</dt>
			<dd>
				<code>{origin}</code>
			</dd>
			<dt>Public key</dt>
			<dd>
				<code>{vkey}</code> <Copy text={vkey} what="the public key" />
			</dd>
			<dt>Entries</dt>
			<dd>
				{checked === undefined
					? `${numberText(treeSize)}, as the server says`
					: numberText(checked.treeSize)}
			</dd>
			<dt>Last entry</dt>
			<dd>
				<WhenLoaded asked={last}>
					{({ records: [newest] }) =>
						newest === undefined ? (
							<>None yet</>
						) : (
							<>
								<Time at={newest.time} />, as the server says
							</>
						)
					}
				</WhenLoaded>
			</dd>
			<dt>Newest checkpoint</dt>
			<dd>{signersText(state, checked)}</dd>
		</dl>
	);
}

function signersText({ note }: LogState, checked: CheckedCheckpoint | undefined): string {
	if (note === undefined) return 'None yet';
	if (checked === undefined) return 'Not checked, or a signature of it does not hold';
	return signedBy(checked);
}

function signedBy({ witnesses }: CheckedCheckpoint): string {
	return witnesses.length === 0
		? 'Signed by the log alone'
		: `Signed by the log and ${witnesses.join(', ')}`;
}
