import type { Model } from '../../api/types';
import { WhenLoaded } from '../parts/states';
import { Time } from '../parts/values';
import { Act } from './parts/act';
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
							<Act of="beginMaintenance" onDone={asked.again} />
						</>
					) : (
						<>
							<InMaintenance status={status} />
							<div class="actions">
								<Act of="beginMaintenance" name="Announce another end" onDone={asked.again} />
								<Act of="endMaintenance" onDone={asked.again} />
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
