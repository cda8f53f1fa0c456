/** A comparison on the spot: any two versions, or a file at hand with one of them. */
import { useId, useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { FileField } from '../parts/file-field';
import { Empty, Failure, Notice, WhenLoaded } from '../parts/states';
import { useAction } from './action';
import type { DocumentPlace } from './place';
import { useAsked, useSession } from './session';

type Version = Model<'KeeperFileVersion'>;
type Compared = Model<'CompareResponse'>;

const versionsMax = 5_000;

export function Compare({ place }: { readonly place: DocumentPlace }) {
	const asked = useAsked(`${place.fileId} compare`, ({ keeper }) =>
		keeper.call('listVersions', { ...place, limit: versionsMax }),
	);
	return (
		<WhenLoaded asked={asked}>
			{(versions) => {
				const withContent = versions.filter(({ hasContent }) => hasContent).reverse();
				const [latest, before] = withContent;
				if (latest === undefined) return <Empty>No version has its content any more.</Empty>;
				return (
					<>
						<TwoVersions
							place={place}
							versions={withContent}
							initial={[(before ?? latest).id, latest.id]}
						/>
						<WithFile place={place} versions={withContent} initial={latest.id} />
					</>
				);
			}}
		</WhenLoaded>
	);
}

interface TwoVersionsProps {
	readonly place: DocumentPlace;
	/** The newest first. */
	readonly versions: readonly Version[];
	readonly initial: readonly [older: string, newer: string];
}

function TwoVersions({ place, versions, initial }: TwoVersionsProps) {
	const { keeper } = useSession();
	const [older, setOlder] = useState(initial[0]);
	const [newer, setNewer] = useState(initial[1]);
	const run = () =>
		keeper.call('compareVersions', {
			...place,
			...{ versionId: older, otherVersionId: newer, generateDiffFile: true },
		});
	return (
		<section>
			<h2>Two versions</h2>
			<div class="row">
				<Choice label="Older" versions={versions} chosen={older} onChoice={setOlder} />
				<Choice label="Newer" versions={versions} chosen={newer} onChoice={setNewer} />
			</div>
			<Run key={`${older} ${newer}`} name="Compare them" run={run} />
		</section>
	);
}

interface WithFileProps {
	readonly place: DocumentPlace;
	readonly versions: readonly Version[];
	readonly initial: string;
}

function WithFile({ place, versions, initial }: WithFileProps) {
	const { keeper } = useSession();
	const [versionId, setVersion] = useState(initial);
	const [file, setFile] = useState<File>();
	return (
		<section>
			<h2>A file with a version</h2>
			<FileField
				label="File"
				help="It is compared on the server and not kept there."
				onFile={setFile}
			/>
			<Choice label="Version" versions={versions} chosen={versionId} onChoice={setVersion} />
			{file !== undefined && (
				<Run
					key={`${versionId} ${file.name} ${file.lastModified}`}
					name="Compare it"
					run={() =>
						keeper.call('compareWithVersion', {
							...place,
							...{ versionId, file, generateDiffFile: true },
						})
					}
				/>
			)}
		</section>
	);
}

interface ChoiceProps {
	readonly label: string;
	readonly versions: readonly Version[];
	readonly chosen: string;
	readonly onChoice: (id: string) => void;
}

function Choice({ label, versions, chosen, onChoice }: ChoiceProps) {
	const id = useId();
	return (
		<div class="field">
			<label for={id}>{label}</label>
			<select
				id={id}
				value={chosen}
				onChange={({ currentTarget }) => onChoice(currentTarget.value)}
			>
				{versions.map((version) => (
					<option key={version.id} value={version.id}>
						{version.version}: {version.fileName}, {new Date(version.creationDate).toLocaleString()}
						{version.isApproved ? ', approved' : ''}
					</option>
				))}
			</select>
		</div>
	);
}

interface RunProps {
	readonly name: string;
	readonly run: () => Promise<Compared>;
}

function Run({ name, run }: RunProps) {
	const [compared, setCompared] = useState<Compared>();
	const { isBusy, fault, start } = useAction(async () => {
		setCompared(undefined);
		setCompared(await run());
	});
	return (
		<>
			<button type="button" disabled={isBusy} onClick={start}>
				{isBusy ? 'Comparing…' : name}
			</button>
			{fault !== undefined && <Failure fault={fault} again={start} />}
			{compared !== undefined && <Result compared={compared} />}
		</>
	);
}

/** As many decimals as it has, so that nothing but equality reads as 100 %. */
function percent(accuracy: number): string {
	return `${Number((accuracy * 100).toFixed(4))} %`;
}

function Result({ compared: { accuracy, fileUrl } }: { readonly compared: Compared }) {
	const isEqual = accuracy === 1;
	return (
		<Notice
			kind={isEqual ? 'good' : 'warn'}
			title={isEqual ? 'Nothing differs.' : `They differ: ${percent(accuracy)} is equal.`}
		>
			{fileUrl !== undefined && (
				<p>
					<a href={fileUrl} target="_blank" rel="noreferrer">
						Open the report
					</a>
				</p>
			)}
		</Notice>
	);
}
