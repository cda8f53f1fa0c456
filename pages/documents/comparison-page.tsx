/** One comparison: its progress, then its result, report and differences. */
import { useRef } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Differences } from '../parts/comparison/differences';
import { Verdict } from '../parts/comparison/report';
import { Link } from '../parts/router';
import { Notice, WhenLoaded } from '../parts/states';
import { numberText, Time } from '../parts/values';
import { isUnderWay, sidesOf, standingOf } from './comparison-words';
import { useFollowing } from './following';
import { addressOf, type DocumentPlace } from './place';
import { Progress } from './progress';
import { ReportLink } from './report-link';
import { useAsked } from './session';

/** How long the server waits for the end before it answers with the progress. */
const waitMs = 1_000;

interface ComparisonPageProps {
	readonly place: DocumentPlace;
	readonly comparisonId: string;
}

export function ComparisonPage({ place, comparisonId }: ComparisonPageProps) {
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
						<h2>{sidesOf(comparison)}</h2>
						<Standing comparison={comparison} />
						<Progress place={place} comparison={comparison} onCancelled={asked.again} />
						<Facts comparison={comparison} />
						<Report place={place} comparison={comparison} />
						<Differences result={comparison.result} />
					</>
				)}
			</WhenLoaded>
			<p>
				<Link to={`${addressOf(place)}/compare`}>Compare others</Link>
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
	const said = standingOf(comparison);
	if (isUnderWay(comparison)) return <Notice kind="plain" title={said} />;
	if (status !== 'Done') return <Notice kind="warn" title={said} />;
	return <Verdict outcome={outcome} accuracy={accuracy} says={said} />;
}

function Facts({ comparison }: OfComparison) {
	const { createdByEmail, creationDate, startDate, endDate, method, unit } = comparison;
	const { added = 0, removed = 0, changed = 0, moved = 0, equalsApproved } = comparison;
	return (
		<dl class="facts">
			<dt>Asked for</dt>
			<dd>
				<Time at={creationDate} /> by {createdByEmail}
			</dd>
			{startDate !== undefined && endDate !== undefined && (
				<>
					<dt>Under way</dt>
					<dd>
						from <Time at={startDate} /> to <Time at={endDate} />
					</dd>
				</>
			)}
			{method !== undefined && (
				<>
					<dt>Compared by</dt>
					<dd>{method}</dd>
				</>
			)}
			{unit !== undefined && (
				<>
					<dt>Differences</dt>
					<dd>
						{numberText(added)} added, {numberText(removed)} removed, {numberText(changed)} changed,{' '}
						{numberText(moved)} moved; by {unit}
					</dd>
				</>
			)}
			{equalsApproved !== undefined && (
				<>
					<dt>Approved version</dt>
					<dd>{equalsApproved ? 'equal to it' : 'different from it'}</dd>
				</>
			)}
		</dl>
	);
}

function Report({ place, comparison }: OfComparison & { readonly place: DocumentPlace }) {
	const { reportId, reportStatus, result } = comparison;
	if (reportId === undefined) return null;
	if (reportStatus !== 'Open') {
		const ended = reportStatus === 'Revoked' ? 'was revoked' : 'has ended by its time';
		return <p>Its report {ended}, and is erased.</p>;
	}
	const { fileUrl, expires, files } = result ?? {};
	const known =
		fileUrl === undefined || expires === undefined
			? undefined
			: { reportId, fileUrl, expires, files: files ?? [] };
	return <ReportLink place={place} reportId={reportId} known={known} />;
}
