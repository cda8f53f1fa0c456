/**
 * The states of a comparison. A synchronous comparison is recorded when it is done, or when its caller has
 * disconnected; an asynchronous one before it starts, and any process may continue it.
 *
 *   state       entered by                                   left by
 *   Queued      an asynchronous request; release             begin, by one process; cancel
 *   Running     begin                                        succeed; fail; cancel; release
 *   Done        succeed; a synchronous comparison            never
 *   Failed      fail: refused, or started too often          never
 *   Cancelled   cancel; the caller of a synchronous one left never
 *
 * Release queues a comparison again whose process ended or had a temporary fault.
 */
import type { comparisonStatuses } from '../../../api/keeper/comparison-models';

export type ComparisonState = (typeof comparisonStatuses)[number];

interface Step {
	readonly from: readonly ComparisonState[];
	readonly to: ComparisonState;
}

export const steps = {
	begin: { from: ['Queued'], to: 'Running' },
	release: { from: ['Running'], to: 'Queued' },
	succeed: { from: ['Running'], to: 'Done' },
	fail: { from: ['Running'], to: 'Failed' },
	cancel: { from: ['Queued', 'Running'], to: 'Cancelled' },
} as const satisfies Readonly<Record<string, Step>>;

export type StepName = keyof typeof steps;

/** True for a final state. */
export function hasEnded(state: ComparisonState): boolean {
	return !Object.values(steps).some(({ from }) => (from as readonly string[]).includes(state));
}
