/**
 * Values that are there by the way they are asked for, where the types cannot tell: an element inside
 * the bounds of its list, a column its row always has. A value that is missing all the same is a fault
 * of the program, so it throws; a default in its place would go on with wrong data. A value that may
 * be absent is left to its caller.
 */

/** The element at an index inside the list; also a character of a string, or a number of a typed array. */
export function at<Item>(list: ArrayLike<Item>, index: number): Exclude<Item, undefined> {
	const item = list[index];
	if (item === undefined) throw outside(index, list.length);
	return item as Exclude<Item, undefined>;
}

/**
 * A value that is neither undefined nor null. In a hot loop it takes the place of `at`, which reads
 * lists of every kind and is slower there: `present(list[index], 'a name of the element')`.
 */
export function present<Value>(value: Value, what: string): NonNullable<Value> {
	if (value === undefined || value === null) throw absent(what);
	return value;
}

// Apart from the functions above, so that those stay small enough to be inlined.
function outside(index: number, length: number): RangeError {
	return new RangeError(`there is no element ${index} in a list of ${length}`);
}

function absent(what: string): TypeError {
	return new TypeError(`${what} is missing`);
}
