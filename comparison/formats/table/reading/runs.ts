/** How a text looks whose parts may look different. */

export interface Run {
	readonly text: string;
	/** Empty for text that is read as any other. */
	readonly look: string;
}

/** Longer parts are cut. */
const namedLengthMax = 60;

/** The look of the whole, or that of each part with its words: `struck through: “two”`. */
export function lookOfRuns(runs: readonly Run[]): string {
	const parts = joined(runs);
	if (parts.length < 2) return parts[0]?.look ?? '';
	return parts
		.filter(({ look }) => look !== '')
		.map(({ text, look }) => `${look}: “${named(text)}”`)
		.join(', ');
}

/** White space looks as what stands before it; programs cut a text in other places when they save. */
function joined(runs: readonly Run[]): readonly Run[] {
	const parts: Run[] = [];
	for (const run of runs) {
		const last = parts.at(-1);
		const isSame = last !== undefined && (last.look === run.look || run.text.trim() === '');
		if (isSame) parts.splice(-1, 1, { ...last, text: last.text + run.text });
		else if (run.text.trim() !== '') parts.push(run);
	}
	return parts;
}

function named(text: string): string {
	const plain = text.trim();
	return plain.length <= namedLengthMax ? plain : `${plain.slice(0, namedLengthMax)}…`;
}
