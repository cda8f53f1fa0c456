/** One comparison: its progress, then its result, report and differences. */
import { useRef } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Differences } from '../parts/comparison/differences';
import { Verdict } from '../parts/comparison/report';
import { useTexts } from '../parts/language/texts';
import { Link } from '../parts/router';
import { Notice, WhenLoaded } from '../parts/states';
import { Time } from '../parts/values';
import { isUnderWay, sidesOf, useStanding } from './comparison-words';
import { useFollowing } from './following';
import { addressOf, type DocumentPlace } from './place';
import { Progress } from './progress';
import { ReportLink } from './report-link';
import { useAsked } from './session';
import { texts } from './texts';

/** How long the server waits for the end before it answers with the progress. */
const waitMs = 1_000;

interface ComparisonPageProps {
	readonly place: DocumentPlace;
	readonly comparisonId: string;
}

export function ComparisonPage({ place, comparisonId }: ComparisonPageProps) {
	const say = useTexts(texts);
	// The first call does not wait, so that something is shown at once.
	const isSeen = useRef(false);
	const asked = useAsked(`comparison ${comparisonId}`, async ({ keeper }) => {
		const wait = isSeen.current ? { waitMs } : {};
		const comparison = await keeper.call('getComparison', { ...place, comparisonId, ...wait });
		isSeen.current = true;
		return comparison;
	});
	useFollowing(asked, isUnderWay);
	return (
		<section>
			<WhenLoaded asked={asked}>
				{(comparison) => (
					<>
						<h2>{sidesOf(comparison, say)}</h2>
						<Standing comparison={comparison} />
						<Progress place={place} comparison={comparison} onCancelled={asked.again} />
						<Facts comparison={comparison} />
						<Report place={place} comparison={comparison} />
						<Differences result={comparison.result} />
					</>
				)}
			</WhenLoaded>
			<p>
				<Link to={`${addressOf(place)}/compare`}>{say('Compare others')}</Link>
			</p>
		</section>
	);
}

type Comparison = Model<'Comparison'>;

interface OfComparison {
	readonly comparison: Comparison;
}

/** Screen readers announce it only when it changes, not at every step of the progress. */
function Standing({ comparison }: OfComparison) {
	const { status, outcome, accuracy = 0 } = comparison;
	const said = useStanding(comparison);
	if (isUnderWay(comparison)) return <Notice kind="plain" title={said} />;
	if (status !== 'Done') return <Notice kind="warn" title={said} />;
	return <Verdict outcome={outcome} accuracy={accuracy} says={said} />;
}

function Facts({ comparison }: OfComparison) {
	const say = useTexts(texts);
	const { createdByEmail, creationDate, startDate, endDate, method, unit } = comparison;
	const { added = 0, removed = 0, changed = 0, moved = 0, equalsApproved } = comparison;
	return (
		<dl class="facts">
			<dt>{say('Asked for')}</dt>
			<dd>
				{say.filled('{time} by {person}', {
					time: <Time at={creationDate} />,
					person: createdByEmail,
				})}
			</dd>
			{startDate !== undefined && endDate !== undefined && (
				<>
					<dt>{say('Under way')}</dt>
					<dd>
						{say.filled('from {start} to {end}', {
							start: <Time at={startDate} />,
							end: <Time at={endDate} />,
						})}
					</dd>
				</>
			)}
			{method !== undefined && (
				<>
					<dt>{say('Compared by')}</dt>
					<dd>{method}</dd>
				</>
			)}
			{unit !== undefined && (
				<>
					<dt>{say('Differences')}</dt>
					<dd>
						{say('{added} added, {removed} removed, {changed} changed, {moved} moved; by {unit}', {
							added,
							removed,
							changed,
							moved,
							unit,
						})}
					</dd>
				</>
			)}
			{equalsApproved !== undefined && (
				<>
					<dt>{say('Approved version')}</dt>
					<dd>{say(equalsApproved ? 'equal to it' : 'different from it')}</dd>
				</>
			)}
		</dl>
	);
}

function Report({ place, comparison }: OfComparison & { readonly place: DocumentPlace }) {
	const say = useTexts(texts);
	const { reportId, reportStatus, result } = comparison;
	if (reportId === undefined) return null;
	if (reportStatus !== 'Open') {
		const ended =
			reportStatus === 'Revoked'
				? 'Its report was revoked, and is erased.'
				: 'Its report has ended by its time, and is erased.';
		return <p>{say(ended)}</p>;
	}
	const { fileUrl, expires, files } = result ?? {};
	const known =
		fileUrl === undefined || expires === undefined
			? undefined
			: { reportId, fileUrl, expires, files: files ?? [] };
	return <ReportLink place={place} reportId={reportId} known={known} />;
}
