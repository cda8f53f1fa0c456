/**
 * Events of an order's report: accepted, traded, ended; a report that fills the order gives two.
 * Their sequences follow from the report's position in its batch, so no rows are written for them.
 * Pure.
 */
import { events, type EventType } from '../../api/events/events';
import { isOpenStatus, type Report } from '../trading/lane/report';

/** Position of an account's reports among all events. */
export interface ReportsPlace {
	/** Sequence of an event at the start of the batch's text. */
	readonly first: number;
	/** Offset of the account's part in the text. */
	readonly beginsAt: number;
}

/** A report with its place among all events. */
export interface PlacedReport {
	readonly sequence: number;
	readonly report: Report;
}

export interface OrderEvent extends PlacedReport {
	readonly id: string;
	readonly type: EventType;
}

export const orderEventTypes = ['order.accepted', 'order.traded', 'order.ended'] as const;
type OrderEventType = (typeof orderEventTypes)[number];

/** Smaller than the length of any report, so no two events share a sequence. */
const eventsOfReportMax = 2;

export const orderEventVersion = events['order.accepted'].version;

/** Returns an account's reports in order; each has the place of its first event. */
export function placedReports(
	{ first, beginsAt }: ReportsPlace,
	reports: readonly Report[],
): readonly PlacedReport[] {
	return reports.map((report, at) => ({
		sequence: first + beginsAt + at * eventsOfReportMax,
		report,
	}));
}

/** Returns the events of an account's reports in order. */
export function orderEvents(
	symbol: string,
	place: ReportsPlace,
	reports: readonly Report[],
): readonly OrderEvent[] {
	return placedReports(place, reports).flatMap(({ sequence, report }) =>
		typesOf(report).map((type, within) => ({
			sequence: sequence + within,
			id: eventId(symbol, type, report),
			type,
			report,
		})),
	);
}

/** Without dots, which separate the parts of a signed text. */
function eventId(symbol: string, type: OrderEventType, { sequence, index }: Report): string {
	return `${type.replace('.', '-')}-${symbol}-${sequence}-${index}`;
}

function typesOf({ execType, status }: Report): readonly OrderEventType[] {
	const ended = isOpenStatus(status) ? [] : (['order.ended'] as const);
	if (execType === 'NEW') return ['order.accepted'];
	return execType === 'TRADE' ? ['order.traded', ...ended] : ended;
}
