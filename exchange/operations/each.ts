/** Many of one kind in one request: each is done, or refused, for itself. */
import { errorOf } from '../../server/http/refusals';
import { Refusal } from '../../server/refusal';

/** What `run` makes of each, or the refusal that keeps it from that one. */
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

/** The results as they are answered, refusals among them. */
export function answered<Result>(
	results: readonly (Result | Refusal)[],
): readonly (Result | ItemRefused)[] {
	return results.map((result) => {
		if (!(result instanceof Refusal)) return result;
		const { errorCode, message, arguments: args } = errorOf(result);
		return { status: result.status, error: { errorCode, message, arguments: args.map(String) } };
	});
}
