/**
 * Results of items that were sent together: outputs, or the first error with the number of
 * completed items.
 */
import type { INodeExecutionData } from 'n8n-workflow';
import { failedItem, type Failure } from './failure';
import type { Item } from './item';

export type Outcome = INodeExecutionData | Failure;

/** By item; unsent items have none. */
export type Outcomes = ReadonlyMap<Item, Outcome>;

export function firstFailure(items: readonly Item[], outcomes: Outcomes): Failure | undefined {
	return items
		.map((item) => outcomes.get(item))
		.find((outcome): outcome is Failure => outcome instanceof Error);
}

/** Without Continue On Fail, throws the first error. */
export function outputsOf(items: readonly Item[], outcomes: Outcomes): INodeExecutionData[] {
	const [first] = items;
	const failure = firstFailure(items, outcomes);
	if (failure !== undefined && first?.context.continueOnFail() === false) {
		throw withCount(failure, items, outcomes);
	}
	return items.flatMap((item) => {
		const outcome = outcomes.get(item);
		if (outcome === undefined) return [];
		return [outcome instanceof Error ? failedItem(item, outcome) : outcome];
	});
}

/** The other items were carried out, which the error has to say. */
function withCount(failure: Failure, items: readonly Item[], outcomes: Outcomes): Failure {
	const done = [...outcomes.values()].filter((outcome) => !(outcome instanceof Error)).length;
	if (items.length === 1) return failure;
	const others = `${done} of ${items.length} items were carried out; set On Error to continue to see which.`;
	failure.description = [failure.description, others].filter((text) => text).join(' ');
	return failure;
}
