/** A trader's statement of a period, as a file. */
import type { ByteReply } from '../../../server/http/files/file-reply';
import { refuse } from '../../../server/refusal';
import type { Period } from '../../history/statements/statement';
import { StatementFiles } from '../../history/statements/statement-files';
import type { HandlerParts, Handlers, InputOf } from '../../operations/handler';

const forms = {
	CSV: { format: 'csv', mediaType: 'text/csv; charset=utf-8' },
	JSON: { format: 'json', mediaType: 'application/json; charset=utf-8' },
} as const;

export function statementHandlers({
	reader,
	archive,
	onFault,
	clock,
}: HandlerParts): Handlers<'accountStatement'> {
	const files = new StatementFiles(reader, archive);
	return {
		accountStatement: async ({ accountId }, input, leaving): Promise<ByteReply> => {
			const { format, mediaType } = forms[input.format];
			const period = periodOf(input);
			const file = await files.make({ accountId, period, format }, leaving());
			return {
				fileName: nameOf(input, clock.now(), format),
				etag: file.sha256,
				sizeBytes: file.sizeBytes,
				mediaType,
				read: (range) => Promise.resolve(file.read(range)),
				release: () => void file.release().catch(onFault),
			};
		},
	};
}

/** As far as dates go; what lies behind is without an end. */
const latestMs = 8_640_000_000_000_000;

/** The last millisecond belongs to it. */
function periodOf({ startTime, endTime }: InputOf<'accountStatement'>): Period {
	if (startTime !== undefined && endTime !== undefined && startTime > endTime) {
		throw refuse('Request_Invalid', 'endTime', 'must not be before startTime');
	}
	const from = startTime === undefined ? null : Math.min(startTime, latestMs);
	const to = endTime === undefined || endTime >= latestMs ? null : endTime + 1;
	return { from, to };
}

/** By its days; one of everything by the day it was made. */
function nameOf({ startTime, endTime }: InputOf<'accountStatement'>, now: number, format: string) {
	const days = [dayOf(startTime), dayOf(endTime)].filter((day) => day !== undefined);
	return `${['statement', ...(days.length > 0 ? days : [dayOf(now)])].join('-')}.${format}`;
}

/** Of a moment, in UTC. */
function dayOf(timeMs: number | undefined): string | undefined {
	return timeMs === undefined || timeMs > latestMs
		? undefined
		: new Date(timeMs).toISOString().slice(0, 10);
}
