/**
 * The events that a report of an order is: accepted, traded, ended; one that fills the order is two.
 * Their places follow from where the report stands in its batch, so that nothing is written for them.
 * Pure.
 */
import { events, type EventType } from '../../api/events/events';
import { isOpenStatus, type Report } from '../trading/lane/report';

/** Where the reports of an account stand among all events: in the text of a batch. */
export interface ReportsPlace {
	/** The event that a report at the very start of the text would be. */
	readonly first: number;
	/** Of the account's part of the text. */
	readonly beginsAt: number;
}

export interface OrderEvent {
	readonly sequence: number;
	readonly id: string;
	readonly type: EventType;
	readonly report: Report;
}

export const orderEventTypes = ['order.accepted', 'order.traded', 'order.ended'] as const;
type OrderEventType = (typeof orderEventTypes)[number];

/** A report takes many more characters than this, so that no two events have one place. */
const eventsOfReportMax = 2;

export const orderEventVersion = events['order.accepted'].version;

/** The events of an account's reports in a batch, in their order. */
export function orderEvents(
	symbol: string,
	{ first, beginsAt }: ReportsPlace,
	reports: readonly Report[],
): readonly OrderEvent[] {
	return reports.flatMap((report, at) =>
		typesOf(report).map((type, within) => ({
			sequence: first + beginsAt + at * eventsOfReportMax + within,
			id: eventId(symbol, type, report),
			...{ type, report },
		})),
	);
}

/** Without points, which part a signed text. */
function eventId(symbol: string, type: OrderEventType, { sequence, index }: Report): string {
	return `${type.replace('.', '-')}-${symbol}-${sequence}-${index}`;
}

function typesOf({ execType, status }: Report): readonly OrderEventType[] {
	const ended = isOpenStatus(status) ? [] : (['order.ended'] as const);
	if (execType === 'NEW') return ['order.accepted'];
	return execType === 'TRADE' ? ['order.traded', ...ended] : ended;
}
