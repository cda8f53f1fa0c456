/**
 * Compares two trees, whatever their format: rules, alignment, figures, report and patch. A format
 * brings its reader and the files beside its report.
 */
import type { ComparisonTask, Outline, OutlineRow } from '../../core/comparison';
import { ReadFault, type Found, type MatchTask } from '../../core/format-comparer';
import type { Level } from '../../core/level';
import { RuleHits, type RuledSide } from '../../core/rule-hits';
import type { CompareRules } from '../../core/rules';
import { nameBeside, type ReportFile } from '../../core/report-file';
import { unifiedDiffFiles } from '../text/report/unified-diff';
import { outcomeOf } from './report/changes';
import { jsonPatch } from './report/json-patch';
import { countedAt } from './matching/levels';
import { matchTrees } from './matching/matching';
import type { Matching } from './matching/matched';
import { type Naming, namingOf } from './reading/paths';
import { treeReport, treeStyle } from './report/report';
import { viewOf } from './matching/rules';
import { isKeyKnown } from './matching/keys';
import type { Names, Tree } from './reading/tree';
import { outlineRows } from './report/outline';

/** Two files as trees, with facts about the format. */
export interface Trees {
	readonly kept: Naming;
	readonly sent: Naming;
	readonly names: Names;
	readonly notes: readonly string[];
	/** True if a JSON Patch can express the difference. */
	readonly isPatched: boolean;
	/** True if people write the format by hand, so that a line diff is useful. */
	readonly isOfLines: boolean;
}

export function compareTrees(task: MatchTask, trees: Trees): Found {
	const { rules, level, hits } = task;
	const kept = viewOf(trees.kept, hits.side('kept'));
	const sent = viewOf(trees.sent, hits.side('sent'));
	requireKey(rules, trees);
	task.onProgress(0.3);
	const order = Buffer.compare(task.kept.bytes, task.sent.bytes);
	const views = { kept, sent, names: trees.names };
	const matching = matchEitherWay(views, order, { rules, hits, isFormSeen: level === 'Excellent' });
	task.onProgress(0.8);
	const outcome = outcomeOf(matching, trees, countedAt(level));
	const { weights, counts, changes } = outcome;
	return {
		...{ method: 'paths and values', unit: 'path', weights, counts, changes },
		notes: trees.notes,
		show: () => ({
			style: treeStyle,
			content: treeReport(outcome, kept, sent),
			files: files(task, trees, matching),
		}),
	};
}

/**
 * Aligns in the same direction whichever file was sent, so that swapping the files only swaps the
 * names.
 */
function matchEitherWay(
	views: Parameters<typeof matchTrees>[0],
	order: number,
	options: Parameters<typeof matchTrees>[1],
): Matching {
	if (order <= 0) return matchTrees(views, options);
	const { kept, sent, ...matching } = matchTrees(
		{ ...views, kept: views.sent, sent: views.kept },
		options,
	);
	return { ...matching, kept: sent, sent: kept };
}

function requireKey({ arrayKey }: CompareRules, { kept, sent, names }: Trees): void {
	if (arrayKey === undefined) return;
	const side = !isKeyKnown(kept.tree, names, arrayKey) ? 'kept' : 'sent';
	if (side === 'sent' && isKeyKnown(sent.tree, names, arrayKey)) return;
	const reason = `No object in it has the member ${arrayKey} that arrays are matched by; name one that they have.`;
	throw new ReadFault(reason, side);
}

function files(task: ComparisonTask, trees: Trees, matching: Matching): ReportFile[] {
	return [
		...(trees.isPatched ? [patchFile(task, trees, matching)] : []),
		...(trees.isOfLines ? unifiedDiffFiles(task) : []),
	];
}

/** A patch must produce the whole new document, so it ignores the rules. */
function patchFile(
	task: ComparisonTask,
	{ kept, sent, names }: Trees,
	matching: Matching,
): ReportFile {
	const isRuled = Object.values(task.rules).some((rule) => rule !== undefined);
	const whole = isRuled
		? matchTrees(
				{ kept: { tree: kept.tree }, sent: { tree: sent.tree }, names },
				{ rules: {}, hits: new RuleHits({}, []), isFormSeen: false },
			)
		: matching;
	return {
		kind: 'jsonPatch',
		label: 'JSON Patch',
		fileName: nameBeside(task.sent.fileName, 'patch.json'),
		mediaType: 'application/json-patch+json',
		bytes: Buffer.from(jsonPatch(whole)),
	};
}

export function outlineTree(
	tree: Tree,
	names: Names,
	{ level, ruled }: { readonly level: Level; readonly ruled: RuledSide },
): Outline {
	const rows: OutlineRow[] = outlineRows(viewOf(namingOf(tree, names), ruled), names, level);
	return { isReadable: true, unit: 'path', rows };
}
