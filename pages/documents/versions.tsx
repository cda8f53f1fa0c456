import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Paged } from '../parts/paged';
import { saveFile } from '../parts/save-file';
import { Table } from '../parts/table';
import { Hash, Time } from '../parts/values';
import { Action } from '../parts/forms/action';
import type { DocumentPlace } from './place';
import { useAsked, useSession } from './session';

type Version = Model<'KeeperFileVersion'>;

export function Versions({ place }: { readonly place: DocumentPlace }) {
	const [approvals, setApprovals] = useState(0);
	return (
		<Paged
			what="versions"
			ask={(question, range) =>
				useAsked(`${question} ${approvals}`, ({ keeper }) =>
					keeper.list('listVersions', { ...place, ...range }),
				)
			}
			none="No versions are on this page."
		>
			{(versions) => (
				<Table
					caption="The oldest first"
					rows={versions}
					keyOf={({ id }) => id}
					columns={[
						{ name: 'Version', isNumber: true, cell: ({ version }) => version },
						{ name: 'Kept', cell: ({ creationDate }) => <Time at={creationDate} /> },
						{ name: 'By', cell: ({ ownerEmail }) => ownerEmail },
						{ name: 'File', cell: ({ fileName }) => fileName },
						{ name: 'Content', cell: (version) => <Content version={version} /> },
						{ name: 'Approved', cell: (version) => <Approval version={version} /> },
						{
							name: 'Fingerprint',
							cell: ({ fileHash, version }) => (
								<Hash text={fileHash} what={`the fingerprint of version ${version}`} />
							),
						},
						{ name: 'Log', cell: ({ blockchainStatus }) => blockchainStatus },
						{
							name: 'Do',
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
	return <>{sameAsVersion === undefined ? 'new' : `as version ${sameAsVersion}`}</>;
}

function Approval({ version }: { readonly version: Version }) {
	const { isApproved, approvedByEmail, approvalDate } = version;
	if (approvedByEmail === undefined || approvalDate === undefined) return <>no</>;
	return (
		<>
			{isApproved ? 'by' : 'earlier, by'} {approvedByEmail}, <Time at={approvalDate} />
		</>
	);
}

interface ActionsProps {
	readonly place: DocumentPlace;
	readonly version: Version;
	readonly onApproved: () => void;
}

function Actions({ place, version, onApproved }: ActionsProps) {
	const { keeper } = useSession();
	const at = { ...place, versionId: version.id };
	const what = `version ${version.version}`;
	const download = async () =>
		saveFile(await keeper.bytes('downloadVersion', at), version.fileName);
	const approve = async () => {
		await keeper.call('approveVersion', at);
		onApproved();
	};
	return (
		<div class="actions">
			{!version.isApproved && <Action name="Approve" what={what} act={approve} />}
			{version.hasContent && <Action name="Download" what={what} act={download} />}
		</div>
	);
}
