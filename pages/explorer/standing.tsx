/**
 * Says how the log stands to what this browser saw of it, on every part of the explorer. What
 * contradicts it is said loudly, with what there is to show to others.
 */
import { Copy, numberText, Time } from '../parts/values';
import { Failure, Notice } from '../parts/states';
import { HindranceNotice } from '../parts/checking-here';
import type { Standing, Watched } from './watching';

interface StandingNoticeProps {
	readonly watched: Watched;
	/** What is well is said where the log itself is shown, and nowhere else. */
	readonly saysAll: boolean;
	/** Why nothing can be checked, but where a part of the page says so itself. */
	readonly saysHindrance: boolean;
}

export function StandingNotice({ watched, saysAll, saysHindrance }: StandingNoticeProps) {
	const { standing, hindrance, fault, again, forget } = watched;
	return (
		<>
			{fault !== undefined && <Failure fault={fault} again={again} />}
			{saysHindrance && hindrance !== undefined && <HindranceNotice why={hindrance} />}
			{standing !== undefined && (saysAll || standing.evidence !== undefined) && (
				<Said standing={standing} forget={forget} />
			)}
		</>
	);
}

function Said({ standing, forget }: { readonly standing: Standing; readonly forget: () => void }) {
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

function Contradicted({ standing: { seen, evidence }, forget }: Parameters<typeof Said>[0]) {
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
