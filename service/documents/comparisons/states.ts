/**
 * The states of a comparison. One that its caller waits for is recorded when it is done, or when they have
 * left; one that is not waited for is recorded before it is begun, and goes on in whatever process comes next.
 *
 *   state       entered by                                   left by
 *   Queued      asked for without waiting; release           begin, by one process; cancel
 *   Running     begin                                        succeed; fail; cancel; release
 *   Done        succeed; a comparison its caller waited for  never
 *   Failed      fail: refused, or begun too often            never
 *   Cancelled   cancel; a caller who left one they waited for never
 *
 * Release gives a comparison back whose process ended, or met a fault that may pass.
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
