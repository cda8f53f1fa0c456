/** Callers without a key: who they are, and the calls that the operator opens to them. */
import type { FastifyRequest } from 'fastify';
import { openLimits } from '../../api/keeper/two-files';
import { addressGroup } from '../../server/http/app/limiter';
import { RateWindows, type Share } from '../../server/http/app/rate-windows';
import { refuse } from '../../server/refusal';
import type { Caller } from '../operations/handler';

export const nobody: Caller = {
	organisationId: '',
	email: '',
	roles: [],
	requireStill: () => Promise.resolve(),
};

/** About 4 MB if full. */
const addressesMax = 10_000;

export class OpenCalls {
	private readonly windows: RateWindows;

	constructor(
		private readonly isOpen: boolean,
		share: Share | undefined,
		private readonly nowMs: () => number = () => performance.now(),
	) {
		this.windows = new RateWindows({
			requestsMax: openLimits.comparisonsPerMinuteMax,
			callersMax: addressesMax,
			share,
		});
	}

	/** Refuses the call if it is not open, or if its address has made too many. */
	caller({ ip }: Pick<FastifyRequest, 'ip'>): Caller {
		if (!this.isOpen) throw refuse('Auth_KeyMissing');
		const { isOver, restMs } = this.windows.count(addressGroup(ip), this.nowMs());
		if (isOver) throw refuse('Request_TooMany', Math.max(1, Math.ceil(restMs / 1000)));
		return nobody;
	}
}
