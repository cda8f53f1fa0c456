/** What a map has for a key; on the first question it is made. Promises are remembered as others are. */
export function remembered<Key, Value>(known: Map<Key, Value>, key: Key, make: () => Value): Value {
	const found = known.get(key);
	if (found !== undefined) return found;
	const made = make();
	known.set(key, made);
	return made;
}
