/** Batches: each item of a request is done, or refused, separately. */
import { errorOf } from '../../server/http/refusals';
import { Refusal } from '../../server/refusal';

/** Returns the result of `run` for each item, or its refusal. */
export function each<Item, Made>(
	items: readonly Item[],
	run: (item: Item) => Promise<Made>,
): Promise<(Made | Refusal)[]> {
	return Promise.all(
		items.map(async (item) => {
			try {
				return await run(item);
			} catch (fault) {
				if (fault instanceof Refusal) return fault;
				throw fault;
			}
		}),
	);
}

interface ItemRefused {
	readonly status: number;
	readonly error: {
		readonly errorCode: string;
		readonly message: string;
		readonly arguments: readonly string[];
	};
}

/** Converts results and refusals to their form on the wire. */
export function itemsWire<Result>(
	results: readonly (Result | Refusal)[],
): readonly (Result | ItemRefused)[] {
	return results.map((result) => {
		if (!(result instanceof Refusal)) return result;
		const { errorCode, message, arguments: args } = errorOf(result);
		return { status: result.status, error: { errorCode, message, arguments: args.map(String) } };
	});
}
