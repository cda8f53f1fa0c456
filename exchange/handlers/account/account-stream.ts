/**
 * The stream of all that concerns an account: its reports of all markets and its other events, in the
 * order of their places, and what they make of it. It begins with the account as GET /account shows
 * it, which is sent again when something but orders and transfers has changed it. Balances are sent
 * as they are, each asset that differs from what was sent, so none can be missed or counted twice.
 */
import type { Model, StreamEvent } from '../../../api/types';
import type { EventStream } from '../../../server/http/streams/event-stream';
import type { HandlerParts, Open } from '../../operations/handler';
import { balanceWire } from '../../operations/wire';
import { readBalances } from '../../reading/accounts';
import { shownAccount } from './account';
import { streamTold } from './all-reports-stream';
import type { StreamRequest } from './report-stream';

type Event = StreamEvent<'exchange', 'streamAccount'>;

export function streamAccount(
	parts: HandlerParts,
	request: Omit<StreamRequest, 'open'> & { readonly open: Open<'streamAccount'> },
): Promise<void> {
	const { accountId } = request;
	const { accountReports, reader } = parts;
	const sent = new Map<string, string>();
	const unsent = (balances: Model<'Account'>['balances']) =>
		balances.filter((balance) => {
			const [before, text] = [sent.get(balance.asset), JSON.stringify(balance)];
			sent.set(balance.asset, text);
			return before !== text;
		});
	const begin = async (out: EventStream<Event>) => {
		const data = await shownAccount(parts, accountId);
		unsent(data.balances);
		out.send({ event: 'account', data });
	};
	return streamTold<Event>(parts, request, {
		read: (range) => accountReports.readAll(accountId, range),
		begin,
		async after(out, { events, cursor }) {
			if (events.some(isChange)) await begin(out);
			const balances = unsent((await readBalances(reader, accountId)).map(balanceWire));
			if (balances.length > 0) {
				out.send({ event: 'balances', id: String(cursor), data: { balances } });
			}
		},
	});
}

function isChange({ event, data }: Event): boolean {
	return event === 'message' && data.type === 'account.changed';
}
