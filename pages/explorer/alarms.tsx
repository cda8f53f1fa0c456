/**
 * Alarms of the log as the service reports them: a witness or a chain has seen more entries, or
 * other ones. Shown on every part of the explorer.
 */
import { Notice } from '../parts/states';
import { Time } from '../parts/values';
import type { LogState } from './log';

interface Alarm {
	readonly title: string;
	readonly meaning: string;
	readonly since: string | undefined;
}

export function Alarms({ state }: { readonly state: LogState }) {
	return (
		<>
			{alarmsOf(state).map(({ title, meaning, since }) => (
				<Notice key={title} kind="bad" title={title}>
					<p>
						{meaning}
						{since !== undefined && (
							<>
								{' '}
								It has been so since <Time at={since} />.
							</>
						)}
					</p>
				</Notice>
			))}
		</>
	);
}

function alarmsOf({ witnessing, anchoring }: LogState): readonly Alarm[] {
	return [
		...witnessing.flatMap(({ name, standing, message, since }) => {
			const title = witnessed[standing];
			return title === undefined ? [] : [{ title: title(name), meaning: sentence(message), since }];
		}),
		...(anchoring?.alarms ?? []).flatMap(({ kind, raisedAt: since }) => {
			const said = anchored[kind];
			return said === undefined ? [] : [{ ...said, since }];
		}),
	];
}

type Witness = LogState['witnessing'][number];
type AnchorAlarm = NonNullable<LogState['anchoring']>['alarms'][number];

const witnessed: Readonly<Partial<Record<Witness['standing'], (name: string) => string>>> = {
	AHEAD: (name) => `The witness ${name} has seen more of this log than there is.`,
	FORKED: (name) => `The witness ${name} has seen another history of this log.`,
};

const anchored: Readonly<Partial<Record<AnchorAlarm['kind'], Pick<Alarm, 'title' | 'meaning'>>>> = {
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
