/**
 * Links to a report and the files beside it. The service shows an address only once, so the page
 * creates another one on demand; all of them end with the report.
 */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Report } from '../parts/comparison/report';
import { Action } from '../parts/forms/action';
import type { DocumentPlace } from './place';
import { useSession } from './session';

type Link = Model<'DiffReportLink'>;

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
			{link !== undefined && <Report link={link} />}
			<Action name={name} what={`to ${what}`} act={make} />
		</div>
	);
}
