import type { Model } from '../../api/types';
import { Act } from './parts/act';
import { useAsked } from './parts/session';
import { Panel, When } from './parts/shown';

export function Maintenance() {
	const asked = useAsked('status', ({ exchange }) => exchange.call('exchangeStatus', {}));
	return (
		<Panel title="The exchange" asked={asked}>
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
		</Panel>
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
			<dd>
				<When at={since} />
			</dd>
			<dt>Announced end</dt>
			<dd>
				<When at={endsAt} none="none" />
			</dd>
			<dt>Told to everybody</dt>
			<dd>
				<bdi>{reason}</bdi>
			</dd>
		</dl>
	);
}
