/**
 * Asserts values that exist for reasons the types cannot express: an element inside the bounds of
 * its list, a column its row always has. If it is missing, the program has a bug, so it throws
 * instead of going on with a default. Not for values that may be absent.
 */

/** The element at an index inside the list; also a character of a string, or a number of a typed array. */
export function at<Item>(list: ArrayLike<Item>, index: number): Exclude<Item, undefined> {
	const item = list[index];
	if (item === undefined) throw outside(index, list.length);
	return item as Exclude<Item, undefined>;
}

/**
 * Asserts a value that is neither undefined nor null. Faster than `at` in a hot loop, because `at`
 * is called with lists of every kind: `present(list[index], 'a name of the element')`.
 */
export function present<Value>(value: Value, what: string): NonNullable<Value> {
	if (value === undefined || value === null) throw absent(what);
	return value;
}

// Separate functions, so that those above stay small enough to be inlined.
function outside(index: number, length: number): RangeError {
	return new RangeError(`there is no element ${index} in a list of ${length}`);
}

function absent(what: string): TypeError {
	return new TypeError(`${what} is missing`);
}
