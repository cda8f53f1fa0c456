/** What is said by a link that shows the contract no more: what became of it, and what to do. */
import { Heading } from '../parts/frame';
import { linesOf, lineOf } from '../parts/person-text';
import type { Request } from './link/link';
import { Named } from './link/named';
import type { Text } from './texts/english';
import { Moment, Said, useWords } from './texts/words';

export function Closed({ request }: { readonly request: Request }) {
	const { linkStatus, ownerEmail, reason, reasonText, doneDate, state, displayName } = request;
	const { text } = useWords();
	const done = state === 'Approved' ? 'youApproved' : 'youSigned';
	return (
		<>
			<Heading>{text(headingOf(request), { name: lineOf(displayName) })}</Heading>
			{doneDate !== undefined && (
				<p>
					<Said text={done} values={{ time: <Moment at={doneDate} /> }} />
				</p>
			)}
			<p>{text(becameOf(request))}</p>
			{reason !== undefined && reasonText !== undefined && (
				<blockquote class="message">
					<bdi>{linesOf(reasonText)}</bdi>
				</blockquote>
			)}
			{linkStatus !== 'Replaced' && linkStatus !== 'Used' && (
				<p>
					<Said text="notExpected" values={{ owner: <Named text={ownerEmail} /> }} />
				</p>
			)}
		</>
	);
}

function headingOf({ linkStatus, reason }: Request): Text {
	switch (linkStatus) {
		case 'Expired':
			return 'overHead';
		case 'Replaced':
			return 'newerHead';
		case 'Revoked':
			return 'revokedHead';
		case 'Ended':
			return reason === 'Declined' ? 'declinedHead' : 'takenBackHead';
		case 'Open':
		case 'Used':
			return 'quoted';
	}
}

function becameOf({ linkStatus, state }: Request): Text {
	switch (linkStatus) {
		case 'Expired':
			return 'linkOver';
		case 'Replaced':
			return 'useNewest';
		case 'Revoked':
			return 'linkRevoked';
		case 'Ended':
			return state === 'Declined' ? 'youDeclined' : 'nothingSigned';
		case 'Open':
		case 'Used':
			return 'takenBackLater';
	}
}
