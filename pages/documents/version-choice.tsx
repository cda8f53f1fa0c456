/** A list of versions to choose from, with a pager for others. */
import { useId } from 'preact/hooks';
import { Pager } from '../parts/table';
import { numberText } from '../parts/values';
import { neighbours, type Version, type VersionWindow } from './version-window';

interface VersionChoiceProps {
	readonly label: string;
	readonly versions: readonly Version[];
	readonly chosen: Version;
	readonly onChoice: (version: Version) => void;
}

/** The chosen version stays visible if the list has moved on. */
export function VersionChoice({ label, versions, chosen, onChoice }: VersionChoiceProps) {
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
						{nameOf(version)}
					</option>
				))}
			</select>
		</div>
	);
}

function nameOf({ version, fileName, creationDate, isApproved, sameAsVersion }: Version): string {
	const kept = new Date(creationDate).toLocaleString();
	return [
		`${version}: ${fileName}, ${kept}`,
		isApproved && 'approved',
		sameAsVersion !== undefined && `as version ${sameAsVersion}`,
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
	const { earlier, later } = neighbours(shown);
	if (earlier === undefined && later === undefined) return null;
	const { offset, versions, count } = shown;
	const end = offset + versions.length;
	return (
		<Pager
			what="versions to choose from"
			position={`Versions ${numberText(offset + 1)} to ${numberText(end)} of ${numberText(count)}`}
			back={later === undefined ? undefined : () => move(later)}
			backName="Later versions"
			on={earlier === undefined ? undefined : () => move(earlier)}
			onName="Earlier versions"
		/>
	);
}
