/** What waits for administrators in other programs, such as the exchange, as those reported it. */
import type { Model } from '../../api/types';
import { useTexts } from '../parts/language/texts';
import { lineOf } from '../parts/person-text';
import { Notice } from '../parts/states';
import { Time } from '../parts/values';
import { texts } from './texts';

export type Reported = Model<'ProgramWaiting'>;

/** Of a program that has said nothing for a while, nobody knows. */
export function needsPeople(reported: Reported): boolean {
	const { isLate, heldTransfers, waitingPayouts, openAlarms } = reported;
	return isLate || Number(heldTransfers) + Number(waitingPayouts) + Number(openAlarms) > 0;
}

export function ProgramNotice({ reported }: { readonly reported: Reported }) {
	const say = useTexts(texts);
	const { page, alarm, isLate, reportedAt, reportedBy } = reported;
	const program = lineOf(new URL(page).host);
	const count = { alarms: reported.openAlarms, held: reported.heldTransfers };
	return (
		<Notice kind="warn" title={say('{program} needs you', { program })}>
			{isLate ? (
				<p>
					{say.filled('It has not said since {time} what waits there. See whether it runs.', {
						time: <Time at={reportedAt} />,
					})}
				</p>
			) : (
				<>
					<p>
						{say(
							'Open alarms: {alarms}. Transfers held for review: {held}. Payouts waiting for approval: {payouts}.',
							{ ...count, payouts: reported.waitingPayouts },
						)}
					</p>
					{alarm !== undefined && (
						<p>
							<bdi>{lineOf(alarm)}</bdi>
						</p>
					)}
				</>
			)}
			<p>
				<a href={page}>{say('See to it there')}</a>{' '}
				<span class="soft">
					{say.filled('reported by {user}', { user: <bdi>{lineOf(reportedBy)}</bdi> })}
				</span>
			</p>
		</Notice>
	);
}
