/** The result of a check: its steps, what is proven, and against whom. */
import { Fragment } from 'preact';
import { useTexts } from '../parts/language/texts';
import { Copy, Hash, Time } from '../parts/values';
import { Notice } from '../parts/states';
import type { ProvenEntry } from '../../proof/check-proof';
import { Steps, useStepText } from '../parts/steps';
import type { CheckedProof } from './checking';
import { texts, type TextName } from './texts';

/** The origin of the key decides what a proof is worth. */
type KeySource = 'pasted' | 'shown';

export interface KeySources {
	readonly log: KeySource;
	readonly witnesses: KeySource;
}

interface OutcomeProps {
	readonly checked: CheckedProof;
	readonly keysFrom: KeySources;
}

export function Outcome({ checked, keysFrom }: OutcomeProps) {
	const say = useTexts(texts);
	const textOf = useStepText(say);
	const { steps, proven, holds } = checked;
	const broken = steps.find(({ outcome }) => outcome === 'broken');
	return (
		<section aria-label={say('Result of the check')}>
			{broken === undefined ? (
				<Notice
					kind={holds ? 'good' : 'warn'}
					title={holds ? say('Valid') : say('Valid, but for its content')}
				>
					<p>
						{keysFrom.log === 'shown'
							? say('This was worked out in this browser, with the key this server shows.')
							: say('This was worked out in this browser, with the key above.')}
					</p>
				</Notice>
			) : (
				<Notice kind="bad" title={say('Not valid')}>
					<p>{textOf(broken)}.</p>
				</Notice>
			)}
			<Steps steps={steps} say={say} />
			{proven !== undefined && <Proven proven={proven} keysFrom={keysFrom} />}
		</section>
	);
}

interface ProvenProps {
	readonly proven: ProvenEntry;
	readonly keysFrom: KeySources;
}

function Proven({ proven, keysFrom }: ProvenProps) {
	const say = useTexts(texts);
	const { entry, index, checkpoint, witnesses, payload } = proven;
	return (
		<>
			<h2>{say('What is proven')}</h2>
			<dl class="facts">
				<dt>{say('Record')}</dt>
				<dd>
					{entry.kind} <code>{entry.id}</code>{' '}
					<Copy text={entry.id} what={say('the id of the record')} />
				</dd>
				<dt>{say('Entered')}</dt>
				<dd>{say.filled('{time}, as the log says', { time: <Time at={entry.time} /> })}</dd>
				<dt>{say('Entry')}</dt>
				<dd>
					{say.filled('{index} of {size} in {origin}', {
						index: String(index),
						size: String(checkpoint.treeSize),
						origin: <code>{checkpoint.origin}</code>,
					})}
				</dd>
				<dt>{say('Commitment')}</dt>
				<dd>
					<Hash text={entry.commitment} what={say('commitment')} />
				</dd>
				{witnesses.length > 0 && (
					<>
						<dt>{say('Witnesses')}</dt>
						<dd>
							<ul>
								{witnesses.map(({ name, time }) => (
									<li key={name}>
										<code>{name}</code>, <Time at={time} />
									</li>
								))}
							</ul>
						</dd>
					</>
				)}
			</dl>
			{payload !== undefined && <Content payload={payload} />}
			<h2>{say('Against whom')}</h2>
			<AgainstWhom witnesses={witnesses.length} keysFrom={keysFrom} />
		</>
	);
}

/** The fields of a payload; nested values are shown as JSON. */
function Content({ payload }: { readonly payload: string }) {
	const say = useTexts(texts);
	const value: unknown = JSON.parse(payload);
	const fields = typeof value === 'object' && value !== null ? Object.entries(value) : [];
	return (
		<>
			<h2>{say('What was entered')}</h2>
			<dl class="facts">
				{fields.map(([name, member]) => (
					<Fragment key={name}>
						<dt>{name}</dt>
						<dd>
							<span class="mono">
								{typeof member === 'string' ? member : JSON.stringify(member)}
							</span>
						</dd>
					</Fragment>
				))}
			</dl>
		</>
	);
}

interface AgainstWhomProps {
	/** Number of known witnesses that signed. */
	readonly witnesses: number;
	readonly keysFrom: KeySources;
}

function AgainstWhom({ witnesses, keysFrom }: AgainstWhomProps) {
	const say = useTexts(texts);
	return (
		<ul>
			<li>
				{say(
					'Against everybody who has not the key of the log: nobody else could have made this proof, and no byte of it can be changed.',
				)}
			</li>
			{keysFrom.log === 'shown' && (
				<li>
					{say(
						'Not against this server itself: the key was its own word. Paste the key you were given by another way, and it proves against a server that shows a key of its own making.',
					)}
				</li>
			)}
			<li>{say(againstOperator(witnesses, keysFrom), { count: witnesses })}</li>
		</ul>
	);
}

function againstOperator(witnesses: number, keysFrom: KeySources): TextName {
	if (witnesses === 0) {
		return 'Not against the operator of the log, who holds its key and could keep two histories: no known witness has signed. Who compares checkpoints with others, or asks for witnesses, notices that.';
	}
	if (keysFrom.witnesses === 'shown') {
		return 'Not yet against the operator of the log: the keys of the witnesses were this server’s word, too, and it could have made them. Compare them with those the witnesses publish.';
	}
	return witnesses === 1
		? 'Against the operator of the log as well, as long as that witness does not work with them: a witness signs one history and no other.'
		: 'Against the operator of the log as well, as long as these {count} witnesses do not work with them: a witness signs one history and no other.';
}
