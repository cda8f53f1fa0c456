/**
 * Links to a report and the files beside it. The service shows an address only once, so the page
 * creates another one on demand; all of them end with the report.
 */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { Report } from '../parts/comparison/report';
import { useTexts } from '../parts/language/texts';
import { Action } from '../parts/forms/action';
import type { DocumentPlace } from './place';
import { useSession } from './session';
import { texts } from './texts';

type Link = Model<'DiffReportLink'>;

interface ReportLinkProps {
	readonly place: DocumentPlace;
	readonly reportId: string;
	/** The link, if it is known already. */
	readonly known?: Link | undefined;
	/** Which of several reports, for screen readers. */
	readonly to?: string;
}

export function ReportLink({ place, reportId, known, to }: ReportLinkProps) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	const [made, setMade] = useState<Link>();
	const link = made ?? known;
	const make = async () => setMade(await keeper.call('linkReport', { ...place, reportId }));
	const name = say(link === undefined ? 'Make a link' : 'Make another link');
	return (
		<div class="report-link">
			{link !== undefined && <Report link={link} />}
			<Action name={name} what={to ?? say('to the report')} act={make} />
		</div>
	);
}
