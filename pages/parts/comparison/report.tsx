/** What a comparison came to, and its report with the files beside it. */
import type { ReportFileKind } from '../../../api/comparison/report-files';
import type { Model } from '../../../api/types';
import { useLanguage } from '../language/language';
import { useTexts } from '../language/texts';
import { Notice } from '../states';
import { Copy, Time } from '../values';
import { comparisonTexts, type ComparisonTextName } from './texts';

/** Enough decimals that only equal documents read as 100 %. */
function percentOf(accuracy: number, locale: string | undefined): string {
	return (accuracy * 100).toLocaleString(locale, { maximumFractionDigits: 4 });
}

interface VerdictProps {
	readonly outcome: Model<'Comparison'>['outcome'];
	readonly accuracy: number;
	/** The outcome in a sentence. */
	readonly says: string;
}

export function Verdict({ outcome, accuracy, says }: VerdictProps) {
	const say = useTexts(comparisonTexts);
	const { locale } = useLanguage();
	if (outcome === 'equal')
		return <Notice kind="good" title={say('Nothing differs. {says}', { says })} />;
	if (outcome === 'unreadable')
		return <Notice kind="warn" title={say('Could not be compared. {says}', { says })} />;
	const percent = say('{percent} %', { percent: percentOf(accuracy, locale) });
	const title = say('They differ: {percent} is equal. {says}', { percent, says });
	return <Notice kind="warn" title={title} />;
}

const kindNames: Readonly<Record<ReportFileKind, ComparisonTextName>> = {
	unifiedDiff: 'Unified diff, for patch',
	jsonPatch: 'JSON Patch',
	changes: 'All changes as a table',
	markedPdf: 'PDF with the differences marked',
	trackedChanges: 'DOCX with tracked changes',
	overlay: 'Both pictures over each other',
};

type Link = Pick<Model<'DiffReportLink'>, 'fileUrl' | 'expires' | 'files'>;

export function Report({ link: { fileUrl, expires, files } }: { readonly link: Link }) {
	const say = useTexts(comparisonTexts);
	return (
		<>
			<p>
				<a href={fileUrl} target="_blank" rel="noreferrer">
					{say('Open the report')}
				</a>{' '}
				<Copy text={fileUrl} what={say('the address of the report')} />{' '}
				<span class="soft">
					{say.filled('whoever has the address can read it until {time}', {
						time: <Time at={expires} />,
					})}
				</span>
			</p>
			{files.length > 0 && (
				<ul aria-label={say('Files beside the report')}>
					{files.map(({ kind, name, sizeBytes, url }) => (
						<li key={url}>
							<a href={url} download={name}>
								{say('{kind}: {file}', { kind: say(kindNames[kind]), file: name })}
							</a>{' '}
							<span class="soft">{say('{count} bytes', { count: sizeBytes })}</span>
						</li>
					))}
				</ul>
			)}
		</>
	);
}
