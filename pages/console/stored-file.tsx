/** One stored file: what it is, and the links by which others download it. */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Action, useAction } from '../parts/forms/action';
import { SelectField, TextField } from '../parts/forms/fields';
import { Heading } from '../parts/frame';
import { lineOf } from '../parts/person-text';
import { go, Link } from '../parts/router';
import { Empty, Failure, Notice, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Copy, Hash, numberText, sizeText, Time } from '../parts/values';
import { useAsked, useSession } from './access/session';
import { Delete, Download, useMayWrite } from './storage';

type FileLink = Model<'FileLink'>;

/** More than anybody makes of one file. */
const linksShownMax = 1000;

export function StoredFile({ fileId }: { readonly fileId: string }) {
	const mayWrite = useMayWrite();
	const asked = useAsked(`file ${fileId}`, async ({ storage }) => ({
		map: await storage.call('getFileInfo', { fileId }),
		links: await storage.call('listFileLinks', { fileId, limit: linksShownMax }),
	}));
	return (
		<>
			<p>
				<Link to="/console/storage">To all files</Link>
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
						<h2>Links</h2>
						{mayWrite && <NewLink fileId={fileId} onDone={asked.again} />}
						<Links links={links} mayWrite={mayWrite} onDone={asked.again} />
					</>
				)}
			</WhenLoaded>
		</>
	);
}

function Facts({ map }: { readonly map: Model<'FileMap'> }) {
	return (
		<dl class="facts">
			<dt>Size</dt>
			<dd>{sizeText(map.UnencryptedSize)}</dd>
			<dt>BLAKE2b-256</dt>
			<dd>
				<Hash text={map.Hash} what="hash of the file" />
			</dd>
			<dt>State</dt>
			<dd>
				{map.Status === 'complete'
					? 'Every shard lies in its bucket.'
					: 'Readable; a shard is away and comes back by itself when its bucket does.'}
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
			<p>Whoever has a link can download the file, without signing in.</p>
			<SelectField label="It works for" value={minutes} onChange={setMinutes} options={lifetimes} />
			<TextField
				label="Number of downloads"
				help="Leave it empty for any number. Programs that look through mails may use one up."
				isNumber
				value={downloads}
				onChange={setDownloads}
			/>
			<p>
				<button type="submit" disabled={isBusy}>
					Make a link
				</button>
			</p>
			{fault !== undefined && <Failure fault={fault} />}
			{made?.url !== undefined && (
				<Notice kind="good" title="Here is the link. It is shown this once.">
					<p>
						<span class="mono">{made.url}</span> <Copy text={made.url} what="link" />
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
	const { storage } = useSession();
	if (links.length === 0) return <Empty>No link to this file was made yet.</Empty>;
	return (
		<Table
			caption="Links to this file, the oldest first"
			rows={links}
			keyOf={({ id }) => id}
			columns={[
				{ name: 'Made', cell: ({ creationDate }) => <Time at={creationDate} /> },
				{ name: 'By', cell: ({ createdByEmail }) => <bdi>{lineOf(createdByEmail)}</bdi> },
				{ name: 'State', cell: ({ status }) => states[status] },
				{ name: 'Until', cell: ({ expires }) => <Time at={expires} /> },
				{ name: 'Downloads', isNumber: true, cell: downloadsText },
				{
					name: 'Take back',
					cell: ({ id, fileId, creationDate, status }) =>
						mayWrite &&
						status === 'Open' && (
							<Action
								name="Revoke"
								what={`the link of ${creationDate}`}
								asks="It leads nowhere from now on."
								act={() => storage.call('revokeFileLink', { fileId, linkId: id }).then(onDone)}
							/>
						),
				},
			]}
		/>
	);
}

function downloadsText({ downloads, downloadsMax }: FileLink): string {
	const counted = numberText(downloads);
	return downloadsMax === undefined ? counted : `${counted} of ${numberText(downloadsMax)}`;
}
