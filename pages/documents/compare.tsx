/**
 * Starts a comparison of two versions, or of a file with a version. It runs on the server; the page
 * of its record shows the progress.
 */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { FileField } from '../parts/forms/file-field';
import { useTexts } from '../parts/language/texts';
import { go, usePlace } from '../parts/router';
import { Empty, Failure, WhenLoaded } from '../parts/states';
import { useAction } from '../parts/forms/action';
import { addressOf, type DocumentPlace } from './place';
import { useSession } from './session';
import { texts } from './texts';
import { VersionChoice, WindowPager } from './version-choice';
import { useVersionWindow, type Version } from './version-window';

interface CompareProps {
	readonly place: DocumentPlace;
	readonly isDeleted: boolean;
}

export function Compare({ place, isDeleted }: CompareProps) {
	const say = useTexts(texts);
	const { query } = usePlace();
	const { asked, move } = useVersionWindow(place, query.get('newer'));
	const [older, setOlder] = useState<Version>();
	const [newer, setNewer] = useState<Version>();
	const [single, setSingle] = useState<Version>();
	if (isDeleted) return <Empty>{say('No version has its content any more.')}</Empty>;
	return (
		<WhenLoaded asked={asked}>
			{(shown) => {
				const { versions, wanted, before } = shown;
				const chosen = { older: older ?? before, newer: newer ?? wanted };
				const version = single ?? wanted;
				// The choice stays when the lists move on.
				const moveOn = (offset: number) => {
					setOlder(chosen.older);
					setNewer(chosen.newer);
					setSingle(version);
					move(offset);
				};
				const shared = { place, versions };
				return (
					<>
						<WindowPager shown={shown} move={moveOn} />
						<TwoVersions {...shared} {...chosen} onOlder={setOlder} onNewer={setNewer} />
						<WithFile {...shared} version={version} onVersion={setSingle} />
					</>
				);
			}}
		</WhenLoaded>
	);
}

interface TwoVersionsProps {
	readonly place: DocumentPlace;
	readonly versions: readonly Version[];
	readonly older: Version;
	readonly newer: Version;
	readonly onOlder: (version: Version) => void;
	readonly onNewer: (version: Version) => void;
}

function TwoVersions({ place, versions, older, newer, onOlder, onNewer }: TwoVersionsProps) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	const run = () =>
		keeper.begin('compareVersions', {
			...place,
			versionId: older.id,
			otherVersionId: newer.id,
			generateDiffFile: true,
		});
	return (
		<section>
			<h2>{say('Two versions')}</h2>
			<div class="row">
				<VersionChoice label={say('Older')} versions={versions} chosen={older} onChoice={onOlder} />
				<VersionChoice label={say('Newer')} versions={versions} chosen={newer} onChoice={onNewer} />
			</div>
			<Run place={place} name={say('Compare them')} run={run} />
		</section>
	);
}

interface WithFileProps {
	readonly place: DocumentPlace;
	readonly versions: readonly Version[];
	readonly version: Version;
	readonly onVersion: (version: Version) => void;
}

function WithFile({ place, versions, version, onVersion }: WithFileProps) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	const [file, setFile] = useState<File>();
	return (
		<section>
			<h2>{say('A file with a version')}</h2>
			<FileField
				label={say('File')}
				help={say('It is compared on the server and not kept there.')}
				onFile={setFile}
			/>
			<VersionChoice
				label={say('Version')}
				versions={versions}
				chosen={version}
				onChoice={onVersion}
			/>
			{file !== undefined && (
				<Run
					place={place}
					name={say('Compare it')}
					run={() =>
						keeper.begin('compareWithVersion', {
							...place,
							versionId: version.id,
							file,
							generateDiffFile: true,
						})
					}
				/>
			)}
		</section>
	);
}

interface RunProps {
	readonly place: DocumentPlace;
	readonly name: string;
	readonly run: () => Promise<Model<'Comparison'>>;
}

function Run({ place, name, run }: RunProps) {
	const say = useTexts(texts);
	const { isBusy, fault, start } = useAction(async () => {
		const { id } = await run();
		go(`${addressOf(place)}/comparisons/${id}`);
	});
	return (
		<>
			<button type="button" disabled={isBusy} onClick={start}>
				{isBusy ? say('Sending…') : name}
			</button>
			{fault !== undefined && <Failure fault={fault} again={start} />}
		</>
	);
}
