/**
 * Shows on every part of the explorer whether the log continues what this browser saw before; a
 * contradiction is shown with its evidence.
 */
import { Copy, numberText, Time } from '../parts/values';
import { Failure, Notice } from '../parts/states';
import { CheckObstacleNotice } from '../parts/checking-here';
import type { LogComparison, Watched } from './watching';

interface ContinuityNoticeProps {
	readonly watched: Watched;
	/** Also shows a good result; false everywhere but on the overview. */
	readonly saysAll: boolean;
	/** Shows why the browser cannot check, unless the part does so itself. */
	readonly saysHindrance: boolean;
}

export function ContinuityNotice({ watched, saysAll, saysHindrance }: ContinuityNoticeProps) {
	const { standing, hindrance, fault, again, forget } = watched;
	return (
		<>
			{fault !== undefined && <Failure fault={fault} again={again} />}
			{saysHindrance && hindrance !== undefined && <CheckObstacleNotice why={hindrance} />}
			{standing !== undefined && (saysAll || standing.evidence !== undefined) && (
				<ComparisonNotice standing={standing} forget={forget} />
			)}
		</>
	);
}

function ComparisonNotice({
	standing,
	forget,
}: {
	readonly standing: LogComparison;
	readonly forget: () => void;
}) {
	const { evidence, before, treeSize } = standing;
	if (evidence !== undefined) return <Contradicted standing={standing} forget={forget} />;
	if (before === undefined) {
		return (
			<Notice kind="plain" title="This browser sees this log for the first time.">
				<p>
					It keeps the checkpoint of {numberText(treeSize)} entries and will check at your next
					visit that the log has only grown.
				</p>
			</Notice>
		);
	}
	const grown = treeSize - before.treeSize;
	return (
		<Notice kind="good" title="The log goes on from what this browser saw.">
			<p>
				On <Time at={before.seenAt} /> it had {numberText(before.treeSize)} entries. All of them are
				still there, and {grown === 0 ? 'none' : numberText(grown)} came since.
			</p>
		</Notice>
	);
}

function Contradicted({
	standing: { seen, evidence },
	forget,
}: Parameters<typeof ComparisonNotice>[0]) {
	if (evidence === undefined) return null;
	const both = [seen, evidence]
		.flatMap((one) => (one === undefined ? [] : [`${one.seenAt}\n${one.vkey}\n\n${one.note}`]))
		.join('\n');
	const { contradiction, seenAt } = evidence;
	return (
		<Notice kind="bad" title={contradiction.message}>
			<p>
				This was noticed on <Time at={seenAt} />. {meanings[contradiction.kind]}
			</p>
			<p>
				<Copy text={both} what="both checkpoints" /> both checkpoints, to show them to others, or{' '}
				<button class="quiet" type="button" onClick={forget}>
					begin anew
				</button>{' '}
				with the log as it is now, if you know why.
			</p>
		</Notice>
	);
}

const meanings = {
	'rolled-back':
		'Entries that were there are gone: an old backup was restored, or somebody removed them.',
	forked:
		'What was entered has been changed, or others are shown another history. The two checkpoints together prove it.',
	'other-key': 'Another log has taken its place, or somebody else answers in its name.',
	unsigned: 'What the server shows is not signed by the log it says it is.',
} as const;
