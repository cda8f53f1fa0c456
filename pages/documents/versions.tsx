import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { useTexts } from '../parts/language/texts';
import { Paged } from '../parts/paged';
import { saveFile } from '../parts/save-file';
import { Table } from '../parts/table';
import { Hash, Time } from '../parts/values';
import { Action } from '../parts/forms/action';
import type { DocumentPlace } from './place';
import { useAsked, useSession } from './session';
import { texts } from './texts';

type Version = Model<'KeeperFileVersion'>;

export function Versions({ place }: { readonly place: DocumentPlace }) {
	const say = useTexts(texts);
	const [approvals, setApprovals] = useState(0);
	return (
		<Paged
			what={say('versions')}
			ask={(question, range) =>
				useAsked(`${question} ${approvals}`, ({ keeper }) =>
					keeper.list('listVersions', { ...place, ...range }),
				)
			}
			none={say('No versions are on this page.')}
		>
			{(versions) => (
				<Table
					caption={say('The oldest first')}
					rows={versions}
					keyOf={({ id }) => id}
					columns={[
						{ name: say('Version'), isNumber: true, cell: ({ version }) => version },
						{ name: say('Kept'), cell: ({ creationDate }) => <Time at={creationDate} /> },
						{ name: say('By'), cell: ({ ownerEmail }) => ownerEmail },
						{ name: say('File'), cell: ({ fileName }) => fileName },
						{ name: say('Content'), cell: (version) => <Content version={version} /> },
						{ name: say('Approved'), cell: (version) => <Approval version={version} /> },
						{
							name: say('Fingerprint'),
							cell: ({ fileHash, version }) => (
								<Hash
									text={fileHash}
									what={say('the fingerprint of version {version}', { version })}
								/>
							),
						},
						{ name: say('Log'), cell: ({ blockchainStatus }) => blockchainStatus },
						{
							name: say('Do'),
							cell: (version) => (
								<Actions
									place={place}
									version={version}
									onApproved={() => setApprovals((count) => count + 1)}
								/>
							),
						},
					]}
				/>
			)}
		</Paged>
	);
}

/** A version may equal an earlier one. */
function Content({ version: { sameAsVersion } }: { readonly version: Version }) {
	const say = useTexts(texts);
	if (sameAsVersion === undefined) return <>{say('new')}</>;
	return <>{say('as version {version}', { version: sameAsVersion })}</>;
}

function Approval({ version }: { readonly version: Version }) {
	const say = useTexts(texts);
	const { isApproved, approvedByEmail, approvalDate } = version;
	if (approvedByEmail === undefined || approvalDate === undefined) return <>{say('no')}</>;
	return say.filled(isApproved ? 'by {person}, {time}' : 'earlier, by {person}, {time}', {
		person: approvedByEmail,
		time: <Time at={approvalDate} />,
	});
}

interface ActionsProps {
	readonly place: DocumentPlace;
	readonly version: Version;
	readonly onApproved: () => void;
}

function Actions({ place, version, onApproved }: ActionsProps) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	const at = { ...place, versionId: version.id };
	const what = say('version {version}', { version: version.version });
	const download = async () =>
		saveFile(await keeper.bytes('downloadVersion', at), version.fileName);
	const approve = async () => {
		await keeper.call('approveVersion', at);
		onApproved();
	};
	return (
		<div class="actions">
			{!version.isApproved && <Action name={say('Approve')} what={what} act={approve} />}
			{version.hasContent && <Action name={say('Download')} what={what} act={download} />}
		</div>
	);
}
