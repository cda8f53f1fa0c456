/** One stored file: what it is, and the links by which others download it. */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Action, useAction } from '../parts/forms/action';
import { SelectField, TextField } from '../parts/forms/fields';
import { Heading } from '../parts/frame';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { lineOf } from '../parts/person-text';
import { go, Link } from '../parts/router';
import { Empty, Failure, Notice, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Copy, Hash, numberText, sizeText, Time, timeText } from '../parts/values';
import { useAsked, useSession } from './access/session';
import { texts } from './operating-texts';
import { Delete, Download, useMayWrite } from './storage';

type FileLink = Model<'FileLink'>;

/** More than anybody makes of one file. */
const linksShownMax = 1000;

export function StoredFile({ fileId }: { readonly fileId: string }) {
	const say = useTexts(texts);
	const mayWrite = useMayWrite();
	const asked = useAsked(`file ${fileId}`, async ({ storage }) => ({
		map: await storage.call('getFileInfo', { fileId }),
		links: await storage.call('listFileLinks', { fileId, limit: linksShownMax }),
	}));
	return (
		<>
			<p>
				<Link to="/console/storage">{say('To all files')}</Link>
			</p>
			<WhenLoaded asked={asked}>
				{({ map, links }) => (
					<>
						<Heading>{lineOf(map.FileName)}</Heading>
						<Facts map={map} />
						<p class="actions above">
							<Download fileId={fileId} fileName={map.FileName} />
							{mayWrite && (
								<Delete
									fileId={fileId}
									fileName={map.FileName}
									onDone={() => go('/console/storage')}
								/>
							)}
						</p>
						<h2>{say('Links')}</h2>
						{mayWrite && <NewLink fileId={fileId} onDone={asked.again} />}
						<Links links={links} mayWrite={mayWrite} onDone={asked.again} />
					</>
				)}
			</WhenLoaded>
		</>
	);
}

function Facts({ map }: { readonly map: Model<'FileMap'> }) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	return (
		<dl class="facts">
			<dt>{say('Size')}</dt>
			<dd>{sizeText(map.UnencryptedSize, locale)}</dd>
			<dt>BLAKE2b-256</dt>
			<dd>
				<Hash text={map.Hash} what={say('hash of the file')} />
			</dd>
			<dt>{say('State')}</dt>
			<dd>
				{say(
					map.Status === 'complete'
						? 'Every shard lies in its bucket.'
						: 'Readable; a shard is away and comes back by itself when its bucket does.',
				)}
			</dd>
		</dl>
	);
}

const lifetimes = [
	['60', 'an hour'],
	['1440', 'a day'],
	['10080', 'a week'],
	['43200', '30 days'],
	['525600', 'a year'],
] as const;

interface NewLinkProps {
	readonly fileId: string;
	readonly onDone: () => void;
}

function NewLink({ fileId, onDone }: NewLinkProps) {
	const say = useTexts(texts);
	const { storage } = useSession();
	const [minutes, setMinutes] = useState<(typeof lifetimes)[number][0]>('10080');
	const [downloads, setDownloads] = useState('');
	const [made, setMade] = useState<FileLink>();
	const { isBusy, fault, start } = useAction(async () => {
		const bound = downloads.trim() === '' ? {} : { downloadsMax: Number(downloads) };
		const expiresInMinutes = Number(minutes);
		setMade(await storage.call('createFileLink', { fileId, expiresInMinutes, ...bound }));
		onDone();
	});
	return (
		<form
			onSubmit={(event) => {
				event.preventDefault();
				start();
			}}
		>
			<p>{say('Whoever has a link can download the file, without signing in.')}</p>
			<SelectField
				label={say('It works for')}
				value={minutes}
				onChange={setMinutes}
				options={lifetimes.map(([one, name]) => [one, say(name)] as const)}
			/>
			<TextField
				label={say('Number of downloads')}
				help={say(
					'Leave it empty for any number. Programs that look through mails may use one up.',
				)}
				isNumber
				value={downloads}
				onChange={setDownloads}
			/>
			<p>
				<button type="submit" disabled={isBusy}>
					{say('Make a link')}
				</button>
			</p>
			{fault !== undefined && <Failure fault={fault} />}
			{made?.url !== undefined && (
				<Notice kind="good" title={say('Here is the link. It is shown this once.')}>
					<p>
						<span class="mono">{made.url}</span> <Copy text={made.url} what={say('link')} />
					</p>
				</Notice>
			)}
		</form>
	);
}

const states = {
	Open: 'Works',
	Expired: 'Its time is over',
	UsedUp: 'Its downloads are used up',
	Revoked: 'Revoked',
} as const;

interface LinksProps {
	readonly links: readonly FileLink[];
	readonly mayWrite: boolean;
	readonly onDone: () => void;
}

function Links({ links, mayWrite, onDone }: LinksProps) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const { storage } = useSession();
	if (links.length === 0) return <Empty>{say('No link to this file was made yet.')}</Empty>;
	return (
		<Table
			caption={say('Links to this file, the oldest first')}
			rows={links}
			keyOf={({ id }) => id}
			columns={[
				{ name: say('Made'), cell: ({ creationDate }) => <Time at={creationDate} /> },
				{ name: say('By'), cell: ({ createdByEmail }) => <bdi>{lineOf(createdByEmail)}</bdi> },
				{ name: say('State'), cell: ({ status }) => say(states[status]) },
				{ name: say('Until'), cell: ({ expires }) => <Time at={expires} /> },
				{
					name: say('Downloads'),
					isNumber: true,
					cell: ({ downloads, downloadsMax }) =>
						downloadsMax === undefined
							? numberText(downloads, locale)
							: say('{downloads} of {downloadsMax}', { downloads, downloadsMax }),
				},
				{
					name: say('Take back'),
					cell: ({ id, fileId, creationDate, status }) =>
						mayWrite &&
						status === 'Open' && (
							<Action
								name={say('Revoke')}
								what={say('the link of {time}', { time: timeText(creationDate, locale) })}
								asks={say('It leads nowhere from now on.')}
								act={() => storage.call('revokeFileLink', { fileId, linkId: id }).then(onDone)}
							/>
						),
				},
			]}
		/>
	);
}
