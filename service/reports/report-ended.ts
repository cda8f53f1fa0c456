/** Pages shown instead of a report whose link does not work. */
import { markup, type Markup } from '../../server/html/markup';
import { page } from '../../server/html/page';

const reasons: Readonly<Record<'expired' | 'revoked', Markup>> = {
	expired: markup`<p>The time of this link is over, and the report was erased.</p>`,
	revoked: markup`<p>The link was revoked, and the report was erased.</p>`,
};

export function endedReportPage(state: 'expired' | 'revoked'): string {
	return page(
		markup`This report has ended`,
		'This report has ended',
		markup`${reasons[state]}
<p>Compare the document again to have a new report.</p>`,
	);
}

export function unknownReportPage(): string {
	return page(
		markup`This link does not work`,
		'Unknown link',
		markup`<p>There is no report at this address.</p>
<p>Copy the address in full: a line break may have cut off its end. A report of two files that were
compared without being kept is gone after a day.</p>`,
	);
}
