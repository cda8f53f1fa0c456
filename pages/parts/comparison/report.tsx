/** What a comparison came to, and its report with the files beside it. */
import type { ReportFileKind } from '../../../api/comparison/report-files';
import type { Model } from '../../../api/types';
import { Notice } from '../states';
import { Copy, numberText, Time } from '../values';

/** Enough decimals that only equal documents read as 100 %. */
function percent(accuracy: number): string {
	return `${Number((accuracy * 100).toFixed(4))} %`;
}

interface VerdictProps {
	readonly outcome: Model<'Comparison'>['outcome'];
	readonly accuracy: number;
	/** The outcome in a sentence. */
	readonly says: string;
}

export function Verdict({ outcome, accuracy, says }: VerdictProps) {
	if (outcome === 'equal') return <Notice kind="good" title={`Nothing differs. ${says}`} />;
	if (outcome === 'unreadable')
		return <Notice kind="warn" title={`Could not be compared. ${says}`} />;
	return <Notice kind="warn" title={`They differ: ${percent(accuracy)} is equal. ${says}`} />;
}

const kindNames: Readonly<Record<ReportFileKind, string>> = {
	unifiedDiff: 'Unified diff, for patch',
	jsonPatch: 'JSON Patch',
	changes: 'All changes as a table',
	markedPdf: 'PDF with the differences marked',
	trackedChanges: 'DOCX with tracked changes',
	overlay: 'Both pictures over each other',
};

type Link = Pick<Model<'DiffReportLink'>, 'fileUrl' | 'expires' | 'files'>;

export function Report({ link: { fileUrl, expires, files } }: { readonly link: Link }) {
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
