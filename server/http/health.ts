/**
 * Which version runs, liveness and readiness: `/health/ready` checks each part and names failing ones. Anybody may
 * call it, so checks are shared for a second, and reasons are only logged. While a program drains, it
 * is unready and serves what comes.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { within } from '../deadline';
import { commit, version } from '../release';
import { cachedFor } from './cached';

/**
 * Returns the state of a part, or undefined to leave it out; rejects if the program cannot serve
 * without it.
 */
export type HealthCheck = () => Promise<string | undefined>;

const keepMs = 1_000;
const timeoutMs = 5_000;

export function mountHealth(
	app: FastifyInstance,
	checks: Readonly<Record<string, HealthCheck>>,
	nowMs?: () => number,
): void {
	const config = { isUnlimited: true };
	const readiness = cachedFor(keepMs, watched(app, checks), nowMs);
	let isDraining = false;
	app.decorate('drain', async (seconds) => {
		isDraining = true;
		await delay(seconds * 1000);
	});
	app.get('/health', { config }, () => ({ version, commit }));
	app.get('/health/live', { config }, () => ({ status: 'live' }));
	app.get('/health/ready', { config }, async (_request, reply) => {
		reply.header('cache-control', 'no-store');
		if (isDraining) return reply.code(503).send({ status: 'draining' });
		const { isReady, parts } = await readiness();
		reply.code(isReady ? 200 : 503);
		return { status: isReady ? 'ready' : 'unready', ...parts };
	});
}

interface Readiness {
	readonly isReady: boolean;
	readonly parts: Readonly<Record<string, string>>;
}

/** Checks all parts; logs when one starts to fail and when it recovers. */
function watched(
	app: FastifyInstance,
	checks: Readonly<Record<string, HealthCheck>>,
): () => Promise<Readiness> {
	const failing = new Set<string>();
	const ask = async ([part, check]: readonly [string, HealthCheck]) => {
		try {
			const state = await within(timeoutMs, check());
			if (failing.delete(part)) app.log.info({ part, state }, 'a part serves again');
			return [part, state] as const;
		} catch (fault) {
			if (!failing.has(part)) app.log.error({ err: fault, part }, 'a part does not serve');
			failing.add(part);
			return [part, 'down'] as const;
		}
	};
	return async () => {
		const states = await Promise.all(Object.entries(checks).map(ask));
		const told = states.flatMap(([part, state]) =>
			state === undefined ? [] : [[part, state] as const],
		);
		return { isReady: failing.size === 0, parts: Object.fromEntries(told) };
	};
}

declare module 'fastify' {
	interface FastifyInstance {
		/** Says from now on that the program is not ready; resolves after so many seconds. */
		drain(seconds: number): Promise<void>;
	}
}
