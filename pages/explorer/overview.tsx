/** The state of the log: its key, size, witnesses and anchors. */
import { Heading } from '../parts/frame';
import { useLanguage } from '../parts/language/language';
import { useTexts, type Say } from '../parts/language/texts';
import { Copy, numberText, Time } from '../parts/values';
import { WhenLoaded } from '../parts/states';
import { useLoaded } from '../parts/loading';
import type { CheckedCheckpoint } from './checked-checkpoint';
import { readCheckpoints, type LogState } from './log';
import { AnchoringFacts } from './anchors';
import { Restorations } from './restorations';
import { Search } from './search';
import { texts, type TextName } from './texts';
import type { Watched } from './watching';
import { Witnesses } from './witnesses';

export function Overview({ watched }: { readonly watched: Watched }) {
	const say = useTexts(texts);
	return (
		<>
			<Heading>{say('Log explorer')}</Heading>
			<p>
				{say(
					'Every record is entered into a log that can only grow. Its size, its growth, its signatures and each entry you open are checked in this browser; what else stands here is what the server says.',
				)}
			</p>
			{watched.state !== undefined && <Facts state={watched.state} checked={watched.checked} />}
			<h2>{say('Find a record')}</h2>
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
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const { origin, vkey, treeSize } = state;
	const last = useLoaded(String(treeSize), () => readCheckpoints(1));
	return (
		<dl class="facts">
			<dt>{say('Log')}</dt>
			<dd>
				<code>{origin}</code>
			</dd>
			<dt>{say('Public key')}</dt>
			<dd>
				<code>{vkey}</code> <Copy text={vkey} what={say('the public key')} />
			</dd>
			<dt>{say('Entries')}</dt>
			<dd>
				{checked === undefined
					? say('{count}, as the server says', { count: treeSize })
					: numberText(checked.treeSize, locale)}
			</dd>
			<dt>{say('Last entry')}</dt>
			<dd>
				<WhenLoaded asked={last}>
					{({ records: [newest] }) =>
						newest === undefined ? (
							<>{say('None yet')}</>
						) : (
							<>{say.filled('{time}, as the server says', { time: <Time at={newest.time} /> })}</>
						)
					}
				</WhenLoaded>
			</dd>
			<dt>{say('Newest checkpoint')}</dt>
			<dd>{signersText(state, checked, say)}</dd>
		</dl>
	);
}

function signersText(
	{ note }: LogState,
	checked: CheckedCheckpoint | undefined,
	say: Say<TextName>,
): string {
	if (note === undefined) return say('None yet');
	if (checked === undefined) return say('Not checked, or a signature of it does not hold');
	const { witnesses } = checked;
	return witnesses.length === 0
		? say('Signed by the log alone')
		: say('Signed by the log and {witnesses}', { witnesses: witnesses.join(', ') });
}
