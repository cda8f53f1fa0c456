/** What must hold after rounds of kills, whatever happened in them. */
import { verified } from '../verification/filled-service';
import type { ServicePlace } from '../../support/programs/service-place';
import type { RoundsOutcome } from './kill-rounds';

export async function expectAllHolds(place: ServicePlace, outcome: RoundsOutcome): Promise<void> {
	const { acknowledged, movements, held, issued, witnessed, contradictions } = outcome;
	expect(contradictions).toEqual([]);
	expect(witnessed).toEqual([...witnessed].sort((one, other) => one - other));
	expect(witnessed.length).toBeGreaterThan(1);
	expect(held).toBe(issued);
	const made = new Set(movements);
	expect(made.size).toBe(movements.length);
	expect(acknowledged.filter((id) => !made.has(id))).toEqual([]);
	// The others are the issues: every request was repeated until it was answered.
	expect(movements.length - acknowledged.length).toBe(8);
	expect(await verified(place)).toMatchObject({ code: 0, findings: [] });
}
