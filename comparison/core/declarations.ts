/** The declarations of a style such as `width: 100pt; color: white`, by name; the last of a name stands. */
export function declarationsIn(style: string): ReadonlyMap<string, string> {
	return new Map(
		style.split(';').flatMap((declaration): readonly [string, string][] => {
			const [name = '', value] = declaration.split(/:(.*)/s);
			return value === undefined ? [] : [[name.trim().toLowerCase(), value.trim()]];
		}),
	);
}

/** Where letters stand, of a declaration of OpenDocument such as `super 58%` or `-33% 58%`. */
export function scriptOf(value: string): string {
	const [position = ''] = value.split(' ', 1);
	if (position === 'super' || Number.parseFloat(position) > 0) return 'superscript';
	return position === 'sub' || Number.parseFloat(position) < 0 ? 'subscript' : '';
}
