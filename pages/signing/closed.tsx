/** Shown by a link that no longer gives access: what happened to the contract, and what to do. */
import { Heading } from '../parts/frame';
import { linesOf, lineOf } from '../parts/person-text';
import type { Request } from './link/link';
import { Named } from './link/named';
import type { Text } from './texts/english';
import { Moment, FilledText, useWords } from './texts/words';

export function Closed({ request }: { readonly request: Request }) {
	const { linkStatus, ownerEmail, reason, reasonText, doneDate, state, displayName } = request;
	const { text } = useWords();
	const done = state === 'Approved' ? 'youApproved' : 'youSigned';
	return (
		<>
			<Heading>{text(headingOf(request), { name: lineOf(displayName) })}</Heading>
			{doneDate !== undefined && (
				<p>
					<FilledText text={done} values={{ time: <Moment at={doneDate} /> }} />
				</p>
			)}
			<p>{text(explanationOf(request))}</p>
			{reason !== undefined && reasonText !== undefined && (
				<blockquote class="message">
					<bdi>{linesOf(reasonText)}</bdi>
				</blockquote>
			)}
			{linkStatus !== 'Replaced' && linkStatus !== 'Used' && (
				<p>
					<FilledText text="notExpected" values={{ owner: <Named text={ownerEmail} /> }} />
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

function explanationOf({ linkStatus, state }: Request): Text {
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
