/**
 * Runs what needs a record's contents. If that fails, `find` gets the chance to refuse the record, because it may have
 * been deleted meanwhile.
 */
export async function unlessGone<Result>(
	find: () => Promise<unknown>,
	run: () => Promise<Result>,
): Promise<Result> {
	try {
		return await run();
	} catch (fault) {
		await find();
		throw fault;
	}
}
