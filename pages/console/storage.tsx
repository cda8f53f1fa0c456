/** The stored files: uploaded, downloaded and deleted; what they take, and the buckets they lie in. */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Action } from '../parts/forms/action';
import { SearchForm } from '../parts/forms/search-form';
import { Heading } from '../parts/frame';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Paged } from '../parts/paged';
import { lineOf } from '../parts/person-text';
import { Link, usePlace } from '../parts/router';
import { saveFile } from '../parts/save-file';
import { useSignedIn } from '../parts/session/signed-in';
import { WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { sizeText, Time } from '../parts/values';
import { useAsked, useSession } from './access/session';
import { texts } from './operating-texts';
import { Upload } from './storage-upload';

/** Who entered a key in place of signing in is refused by the server where the key may not. */
export function useMayWrite(): boolean {
	const user = useSignedIn()?.user;
	return user === undefined || user.roles.includes('StorageWrite');
}

export function Storage() {
	const say = useTexts(texts);
	const mayWrite = useMayWrite();
	const search = usePlace().query.get('search') ?? undefined;
	const [changes, setChanges] = useState(0);
	const onChange = () => setChanges((before) => before + 1);
	return (
		<>
			<Heading>{say('Storage')}</Heading>
			{mayWrite && <Upload onDone={onChange} />}
			<h2>{say('Files')}</h2>
			<SearchForm label={say('A name')} />
			<Paged
				what={say('files')}
				ask={(question, range) =>
					useAsked(`${question} ${changes}`, ({ storage }) =>
						storage.list('listFiles', { ...range, newestFirst: true, search }),
					)
				}
				none={
					search === undefined
						? say('No file is stored yet.')
						: say('None has “{text}” in its name.', { text: lineOf(search) })
				}
			>
				{(files) => <Files files={files} mayWrite={mayWrite} onChange={onChange} />}
			</Paged>
			<Place changes={changes} />
		</>
	);
}

interface FilesProps {
	readonly files: readonly Model<'Receipt'>[];
	readonly mayWrite: boolean;
	readonly onChange: () => void;
}

function Files({ files, mayWrite, onChange }: FilesProps) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	return (
		<Table
			caption={say('The newest first')}
			rows={files}
			keyOf={({ id }) => id}
			columns={[
				{
					name: say('Name'),
					cell: ({ id, fileName }) => (
						<Link to={`/console/storage/${id}`}>
							<bdi>{lineOf(fileName)}</bdi>
						</Link>
					),
				},
				{
					name: say('Size'),
					isNumber: true,
					cell: ({ sizeBytes = 0 }) => sizeText(sizeBytes, locale),
				},
				{ name: say('Stored'), cell: ({ creationDate }) => <Time at={creationDate} /> },
				{
					name: say('Deleted by itself'),
					cell: ({ expiresAt }) =>
						expiresAt === undefined ? say('never') : <Time at={expiresAt} />,
				},
				{
					name: say('What you can do'),
					cell: ({ id, fileName }) => (
						<p class="actions">
							<Download fileId={id} fileName={fileName} />
							{mayWrite && <Delete fileId={id} fileName={fileName} onDone={onChange} />}
						</p>
					),
				},
			]}
		/>
	);
}

export interface FileProps {
	readonly fileId: string;
	readonly fileName: string;
}

/** The browser loads a file itself, however large, where it has a session; with a key the page does. */
export function Download({ fileId, fileName }: FileProps) {
	const say = useTexts(texts);
	const { storage } = useSession();
	const file = lineOf(fileName);
	if (useSignedIn()?.user !== undefined) {
		const address = `/storage/files/${encodeURIComponent(fileId)}`;
		return (
			<a href={address} download={fileName} aria-label={say('Download {file}', { file })}>
				{say('Download')}
			</a>
		);
	}
	const save = async () => saveFile(await storage.bytes('downloadFile', { fileId }), fileName);
	return <Action name={say('Download')} what={file} act={save} />;
}

export function Delete({ fileId, fileName, onDone }: FileProps & { readonly onDone: () => void }) {
	const say = useTexts(texts);
	const { storage } = useSession();
	return (
		<Action
			name={say('Delete')}
			what={lineOf(fileName)}
			asks={say(
				'The file is erased from every bucket, and its links end. Its receipt stays in the log.',
			)}
			act={() => storage.call('deleteFile', { fileId }).then(onDone)}
		/>
	);
}

const bucketStates = {
	up: 'takes and gives files',
	degraded: 'answers, and lacks shards that are on their way',
	down: 'does not answer',
} as const;

/** What is used of the quota, and the buckets. */
function Place({ changes }: { readonly changes: number }) {
	const say = useTexts(texts);
	const usage = useAsked(`usage ${changes}`, ({ platform }) => platform.call('showUsage', {}));
	const health = useAsked('buckets', ({ storage }) => storage.call('listBucketHealth', {}));
	return (
		<section aria-labelledby="place">
			<h2 id="place">{say('Where files lie')}</h2>
			<WhenLoaded asked={usage}>{(used) => <Usage used={used} />}</WhenLoaded>
			<WhenLoaded asked={health}>
				{(buckets) => (
					<Table
						caption={say('Any three of four buckets give every file')}
						rows={buckets}
						keyOf={({ host }) => host}
						columns={[
							{ name: say('Bucket'), cell: ({ host }) => <bdi>{lineOf(host)}</bdi> },
							{ name: say('Place'), cell: ({ region }) => <bdi>{lineOf(region)}</bdi> },
							{ name: say('State'), cell: ({ status }) => say(bucketStates[status]) },
						]}
					/>
				)}
			</WhenLoaded>
		</section>
	);
}

function Usage({ used: { storedBytes, storedBytesMax } }: { readonly used: Model<'Usage'> }) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const size = sizeText(storedBytes, locale);
	if (storedBytesMax === undefined) {
		return (
			<p>{say('Your organisation stores {size}, and may store any number of bytes.', { size })}</p>
		);
	}
	const sizeMax = sizeText(storedBytesMax, locale);
	return (
		<div class="under-way">
			<progress
				max={Number(storedBytesMax)}
				value={Number(storedBytes)}
				aria-label={say('How much of the room is used')}
			/>
			<span>{say('Your organisation stores {size} of {sizeMax}.', { size, sizeMax })}</span>
		</div>
	);
}
