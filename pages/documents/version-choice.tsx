/** A list of versions to choose from, with a pager for others. */
import { useId } from 'preact/hooks';
import { useLanguage } from '../parts/language/language';
import type { SayText } from '../parts/language/text-table';
import { useTexts } from '../parts/language/texts';
import { Pager } from '../parts/table';
import { texts, type TextName } from './texts';
import { neighbours, type Version, type VersionWindow } from './version-window';

interface VersionChoiceProps {
	readonly label: string;
	readonly versions: readonly Version[];
	readonly chosen: Version;
	readonly onChoice: (version: Version) => void;
}

/** The chosen version stays visible if the list has moved on. */
export function VersionChoice({ label, versions, chosen, onChoice }: VersionChoiceProps) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const id = useId();
	const isListed = versions.some((version) => version.id === chosen.id);
	const all = isListed ? versions : [chosen, ...versions];
	const choose = (versionId: string) => {
		const version = all.find((one) => one.id === versionId);
		if (version !== undefined) onChoice(version);
	};
	return (
		<div class="field">
			<label for={id}>{label}</label>
			<select
				id={id}
				value={chosen.id}
				onChange={({ currentTarget }) => choose(currentTarget.value)}
			>
				{all.map((version) => (
					<option key={version.id} value={version.id}>
						{nameOf(version, say, locale)}
					</option>
				))}
			</select>
		</div>
	);
}

function nameOf(
	{ version, fileName, creationDate, isApproved, sameAsVersion }: Version,
	say: SayText<TextName>,
	locale: string | undefined,
): string {
	const time = new Date(creationDate).toLocaleString(locale);
	return [
		say('{version}: {file}, {time}', { version, file: fileName, time }),
		isApproved && say('approved'),
		sameAsVersion !== undefined && say('as version {version}', { version: sameAsVersion }),
	]
		.filter((part) => part !== false)
		.join(', ');
}

interface WindowPagerProps {
	readonly shown: VersionWindow;
	readonly move: (offset: number) => void;
}

/** Not shown if the list has all versions. */
export function WindowPager({ shown, move }: WindowPagerProps) {
	const say = useTexts(texts);
	const { earlier, later } = neighbours(shown);
	if (earlier === undefined && later === undefined) return null;
	const { offset, versions, count } = shown;
	const end = offset + versions.length;
	return (
		<Pager
			what={say('versions to choose from')}
			position={say('Versions {first} to {last} of {count}', {
				first: offset + 1,
				last: end,
				count,
			})}
			back={later === undefined ? undefined : () => move(later)}
			backName={say('Later versions')}
			on={earlier === undefined ? undefined : () => move(earlier)}
			onName={say('Earlier versions')}
		/>
	);
}
