/**
 * Links to a report and the files beside it. The service shows an address only once, so the page
 * creates another one on demand; all of them end with the report.
 */
import { useState } from 'preact/hooks';
import type { ReportFileKind } from '../../api/comparison/report-files';
import type { Model } from '../../api/types';
import { Copy, numberText, Time } from '../parts/values';
import { Action } from './action';
import type { DocumentPlace } from './place';
import { useSession } from './session';

type Link = Model<'DiffReportLink'>;

const kindNames: Readonly<Record<ReportFileKind, string>> = {
	unifiedDiff: 'Unified diff, for patch',
	jsonPatch: 'JSON Patch',
	changes: 'All changes as a table',
	markedPdf: 'PDF with the differences marked',
	trackedChanges: 'DOCX with tracked changes',
	overlay: 'Both pictures over each other',
};

interface ReportLinkProps {
	readonly place: DocumentPlace;
	readonly reportId: string;
	/** The link, if it is known already. */
	readonly known?: Link | undefined;
	/** Which of several reports, for screen readers. */
	readonly what?: string;
}

export function ReportLink({ place, reportId, known, what = 'the report' }: ReportLinkProps) {
	const { keeper } = useSession();
	const [made, setMade] = useState<Link>();
	const link = made ?? known;
	const make = async () => setMade(await keeper.call('linkReport', { ...place, reportId }));
	const name = link === undefined ? 'Make a link' : 'Make another link';
	return (
		<div class="report-link">
			{link !== undefined && <Shown link={link} />}
			<Action name={name} what={`to ${what}`} act={make} />
		</div>
	);
}

function Shown({ link: { fileUrl, expires, files } }: { readonly link: Link }) {
	return (
		<>
			<p>
				<a href={fileUrl} target="_blank" rel="noreferrer">
					Open the report
				</a>{' '}
				<Copy text={fileUrl} what="the address of the report" />{' '}
				<span class="soft">
					whoever has the address can read it until <Time at={expires} />
				</span>
			</p>
			{files.length > 0 && (
				<ul aria-label="Files beside the report">
					{files.map(({ kind, name, sizeBytes, url }) => (
						<li key={url}>
							<a href={url} download={name}>
								{kindNames[kind]}: {name}
							</a>{' '}
							<span class="soft">{numberText(sizeBytes)} bytes</span>
						</li>
					))}
				</ul>
			)}
		</>
	);
}
