import type { Model } from '../../api/types';
import { WhenLoaded } from '../parts/states';
import { Time } from '../parts/values';
import { Act } from './parts/act';
import { givenTime } from './parts/act-fields';
import { useAsked } from './parts/session';

export function Maintenance() {
	const asked = useAsked('status', ({ exchange }) => exchange.call('exchangeStatus', {}));
	return (
		<section class="panel" aria-labelledby="status-title">
			<h2 id="status-title">The exchange</h2>
			<WhenLoaded asked={asked}>
				{(status) =>
					status.status === 'NORMAL' ? (
						<>
							<p>It takes orders, deposits and payouts.</p>
							<Begin name="Begin maintenance" onDone={asked.again} />
						</>
					) : (
						<>
							<InMaintenance status={status} />
							<div class="actions">
								<Begin name="Announce another end" onDone={asked.again} />
								<End onDone={asked.again} />
							</div>
						</>
					)
				}
			</WhenLoaded>
		</section>
	);
}

function InMaintenance({ status }: { readonly status: Model<'ExchangeStatus'> }) {
	const { since, endsAt, reason } = status;
	return (
		<dl class="facts">
			<dt>State</dt>
			<dd>
				<span class="badge warn">In maintenance</span>
			</dd>
			<dt>Since</dt>
			<dd>{since !== undefined && <Time at={Number(since)} />}</dd>
			<dt>Announced end</dt>
			<dd>{endsAt === undefined ? 'none' : <Time at={Number(endsAt)} />}</dd>
			<dt>Told to everybody</dt>
			<dd>
				<bdi>{reason}</bdi>
			</dd>
		</dl>
	);
}

interface ActionProps {
	readonly onDone: () => void;
}

function Begin({ name, onDone }: ActionProps & { readonly name: string }) {
	return (
		<Act
			name={name}
			isGrave
			says={() => (
				<p>
					No order, deposit or payout begins, for anybody, until an administrator ends it. Orders
					can be cancelled, everything can be read, and what is under way is settled. Everybody can
					read the reason.
				</p>
			)}
			fields={[
				{
					name: 'endsAt',
					label: 'Announced end',
					kind: 'time',
					help: 'In your time zone. It is told, and nothing ends by it.',
				},
			]}
			act={(exchange, { endsAt, reason }) =>
				exchange.call('beginMaintenance', { reason, endsAt: givenTime(endsAt) })
			}
			told={() => ({ title: 'The exchange is in maintenance.' })}
			onDone={onDone}
		/>
	);
}

function End({ onDone }: ActionProps) {
	return (
		<Act
			name="End maintenance"
			says={() => <p>Orders, deposits and payouts are taken again.</p>}
			act={(exchange, { reason }) => exchange.call('endMaintenance', { reason })}
			told={() => ({ title: 'The exchange goes on.' })}
			onDone={onDone}
		/>
	);
}
