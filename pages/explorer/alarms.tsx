/**
 * Alarms of the log as the service reports them: a witness or a chain has seen more entries, or
 * other ones. Shown on every part of the explorer.
 */
import { useLanguage } from '../parts/language/language';
import { wordsIn, type SayText } from '../parts/language/text-table';
import { useTexts } from '../parts/language/texts';
import type { Reader } from '../parts/language/languages';
import { Notice } from '../parts/states';
import { Time } from '../parts/values';
import type { LogState } from './log';
import { saidTexts, texts, type TextName } from './texts';

interface Alarm {
	readonly title: TextName;
	/** Of the witness. */
	readonly name?: string;
	readonly meaning: string;
	readonly since: string | undefined;
}

export function Alarms({ state }: { readonly state: LogState }) {
	const say = useTexts(texts);
	const reader = useLanguage();
	return (
		<>
			{alarmsOf(state, say, reader).map(({ title, name = '', meaning, since }) => (
				<Notice key={title + name} kind="bad" title={say(title, { name })}>
					<p>
						{meaning}{' '}
						{since !== undefined &&
							say.filled('It has been so since {time}.', { time: <Time at={since} /> })}
					</p>
				</Notice>
			))}
		</>
	);
}

function alarmsOf(
	{ witnessing, anchoring }: LogState,
	say: SayText<TextName>,
	reader: Reader,
): readonly Alarm[] {
	return [
		...witnessing.flatMap(({ name, standing, message, since }) => {
			const title = witnessed[standing];
			const meaning = sentence(wordsIn(saidTexts, message, reader) ?? message);
			return title === undefined ? [] : [{ title, name, meaning, since }];
		}),
		...(anchoring?.alarms ?? []).flatMap(({ kind, raisedAt: since }) => {
			const said = anchored[kind];
			if (said === undefined) return [];
			return [{ title: said.title, meaning: say(said.meaning), since }];
		}),
	];
}

type Witness = LogState['witnessing'][number];
type AnchorAlarm = NonNullable<LogState['anchoring']>['alarms'][number];

const witnessed: Readonly<Partial<Record<Witness['standing'], TextName>>> = {
	AHEAD: 'The witness {name} has seen more of this log than there is.',
	FORKED: 'The witness {name} has seen another history of this log.',
};

const anchored: Readonly<
	Partial<Record<AnchorAlarm['kind'], Readonly<Record<'title' | 'meaning', TextName>>>>
> = {
	LOG_OLDER: {
		title: 'The chain holds a larger tree than this log has.',
		meaning: 'Entries that were there are gone, as after an old backup was put back.',
	},
	LOG_OTHER: {
		title: 'The chain holds another root than this log has.',
		meaning: 'What was entered has been changed, or this is not the log that was anchored.',
	},
};

function sentence(words: string): string {
	return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
