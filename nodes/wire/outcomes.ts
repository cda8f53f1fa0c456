/** What became of items that went out together: the outputs, or the first error with how many were done. */
import type { INodeExecutionData } from 'n8n-workflow';
import { failedItem, type Failure } from './failure';
import type { Item } from './values';

export type Outcome = INodeExecutionData | Failure;

/** By item; none where it was not sent. */
export type Outcomes = ReadonlyMap<Item, Outcome>;

export function firstFailure(items: readonly Item[], outcomes: Outcomes): Failure | undefined {
	return items
		.map((item) => outcomes.get(item))
		.find((outcome): outcome is Failure => outcome instanceof Error);
}

/** Without Continue On Fail the first that failed is thrown. */
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

/** The other items were carried out all the same; whoever reads the error must know. */
function withCount(failure: Failure, items: readonly Item[], outcomes: Outcomes): Failure {
	const done = [...outcomes.values()].filter((outcome) => !(outcome instanceof Error)).length;
	if (items.length === 1) return failure;
	const others = `${done} of ${items.length} items were carried out; set On Error to continue to see which.`;
	failure.description = [failure.description, others].filter((text) => text).join(' ');
	return failure;
}
