import { useState } from 'preact/hooks';
import { Heading } from '../parts/frame';
import { Link } from '../parts/router';
import { numberText } from '../parts/values';
import { Lanes, Queues } from './lanes';
import { Maintenance } from './maintenance';
import { PayoutStops } from './transfers/payout-stops';
import { places } from './parts/places';
import { useAsked } from './parts/session';
import { LookAgain, Panel } from './parts/shown';

export function Overview() {
	const [round, setRound] = useState(0);
	return (
		<>
			<Heading>Overview</Heading>
			<div class="actions above">
				<LookAgain again={() => setRound(round + 1)} />
			</div>
			<div class="two" key={round}>
				<Maintenance />
				<Waiting />
			</div>
			<PayoutStops key={`stops ${round}`} />
			<Lanes key={`lanes ${round}`} />
			<Queues key={`queues ${round}`} />
		</>
	);
}

const countMax = 50;
const range = { limit: countMax, offset: 0 } as const;

/** Counts of what needs a decision. */
function Waiting() {
	const asked = useAsked('waiting', async ({ exchange }) => {
		const [alarms, held, waiting] = await Promise.all([
			exchange.list('listAlarms', { ...range, status: 'OPEN' }),
			exchange.list('listTransfers', { ...range, status: 'HELD_FOR_REVIEW' }),
			exchange.list('listWaitingPayouts', range),
		]);
		return { alarms, held, waiting };
	});
	return (
		<Panel title="What waits for a person" asked={asked}>
			{({ alarms, held, waiting }) => (
				<ul>
					<li>
						<Link to={places.alarms}>Open alarms</Link>: {countOf(alarms)}
					</li>
					<li>
						<Link to={`${places.transfers}?status=HELD_FOR_REVIEW`}>Transfers held for review</Link>
						: {countOf(held)}
					</li>
					<li>
						<Link to={`${places.transfers}?status=PENDING_APPROVAL`}>
							Payouts waiting for approval
						</Link>
						: {countOf(waiting)}
					</li>
				</ul>
			)}
		</Panel>
	);
}

interface Counted {
	readonly records: readonly unknown[];
	readonly hasNext: boolean;
}

function countOf({ records, hasNext }: Counted): string {
	return hasNext ? `more than ${numberText(records.length)}` : numberText(records.length);
}
