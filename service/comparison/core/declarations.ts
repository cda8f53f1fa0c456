/** The declarations of a style such as `width: 100pt; color: white`, by name; the last of a name stands. */
export function declarationsIn(style: string): ReadonlyMap<string, string> {
	return new Map(
		style.split(';').flatMap((declaration): readonly [string, string][] => {
			const [name = '', value] = declaration.split(/:(.*)/s);
			return value === undefined ? [] : [[name.trim().toLowerCase(), value.trim()]];
		}),
	);
}
