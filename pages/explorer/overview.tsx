/** The state of the log: its key, size, witnesses and anchors. */
import { Heading } from '../parts/frame';
import { Copy, numberText, Time } from '../parts/values';
import { WhenLoaded } from '../parts/states';
import { useLoaded } from '../parts/loading';
import { readCheckpoints, type LogState } from './log';
import { AnchoringFacts } from './anchors';
import { Search } from './search';
import type { Watched } from './watching';
import { Witnesses } from './witnesses';

export function Overview({ watched }: { readonly watched: Watched }) {
	return (
		<>
			<Heading>Log explorer</Heading>
			<p>
				Every record is entered into a log that can only grow. What this server says of its log is
				checked in this browser.
			</p>
			{watched.state !== undefined && <Facts state={watched.state} />}
			<h2>Find a record</h2>
			<Search />
			{watched.state !== undefined && (
				<>
					<Witnesses witnessing={watched.state.witnessing} />
					<AnchoringFacts anchoring={watched.state.anchoring} />
				</>
			)}
		</>
	);
}

function Facts({ state }: { readonly state: LogState }) {
	const { origin, vkey, treeSize, witnesses } = state;
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
			<dd>{numberText(treeSize)}</dd>
			<dt>Last entry</dt>
			<dd>
				<WhenLoaded asked={last}>
					{({ records: [newest] }) =>
						newest === undefined ? <>None yet</> : <Time at={newest.time} />
					}
				</WhenLoaded>
			</dd>
			<dt>Newest checkpoint</dt>
			<dd>
				{witnesses.length === 0
					? 'Signed by the log alone'
					: `Signed by the log and ${witnesses.join(', ')}`}
			</dd>
		</dl>
	);
}
