/** Pairs of files that were once compared wrongly, by the name of their folder in `cases/`. */
import fs from 'node:fs';
import path from 'node:path';
import type { Change, Compared, Comparer, Unreadable } from '../../comparison/core/comparison';
import type { Level } from '../../comparison/core/level';

const folder = path.join(__dirname, 'cases');

export const caseNames: readonly string[] = fs.readdirSync(folder);

/** The bytes and the name of each file of a case. */
export function filesOf(name: string) {
	const names = fs.readdirSync(path.join(folder, name));
	const side = (which: 'kept' | 'sent') => {
		const fileName = names.find((each) => each.startsWith(`${which}.`));
		if (fileName === undefined) throw new Error(`the case ${name} has no ${which} file`);
		return { bytes: fs.readFileSync(path.join(folder, name, fileName)), fileName };
	};
	return { kept: side('kept'), sent: side('sent') };
}

export async function comparedCase(
	comparer: Comparer,
	name: string,
	level: Level = 'High',
): Promise<Compared | Unreadable> {
	return comparer.compare({
		...filesOf(name),
		level,
		rules: {},
		isReported: true,
		onProgress: () => undefined,
	});
}

/** Changes of what something says or how it is, of which both sides are told in the same words. */
export function toldAlike({ changes }: Pick<Compared, 'changes'>): readonly Change[] {
	return changes.filter(
		(change) =>
			(change.kind === 'changed' || change.kind === 'formatted') &&
			change.oldText !== undefined &&
			change.oldText === change.newText,
	);
}
