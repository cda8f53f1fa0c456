import { useState } from 'preact/hooks';
import { Heading } from '../parts/frame';
import { Link } from '../parts/router';
import { WhenLoaded } from '../parts/states';
import { numberText } from '../parts/values';
import { Lanes, Queues } from './lanes';
import { Maintenance } from './maintenance';
import { PayoutStops } from './transfers/payout-stops';
import { places } from './parts/places';
import { useAsked } from './parts/session';

export function Overview() {
	const [round, setRound] = useState(0);
	return (
		<>
			<Heading>Overview</Heading>
			<div class="actions above">
				<button class="second" type="button" onClick={() => setRound(round + 1)}>
					Look again
				</button>
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
		<section class="panel" aria-labelledby="waiting-title">
			<h2 id="waiting-title">What waits for a person</h2>
			<WhenLoaded asked={asked}>
				{({ alarms, held, waiting }) => (
					<ul>
						<li>
							<Link to={places.alarms}>Open alarms</Link>: {countOf(alarms)}
						</li>
						<li>
							<Link to={`${places.transfers}?status=HELD_FOR_REVIEW`}>
								Transfers held for review
							</Link>
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
			</WhenLoaded>
		</section>
	);
}

interface Counted {
	readonly records: readonly unknown[];
	readonly hasNext: boolean;
}

function countOf({ records, hasNext }: Counted): string {
	return hasNext ? `more than ${numberText(records.length)}` : numberText(records.length);
}
