/**
 * Shows on every part of the explorer whether the log continues what this browser saw before; a
 * contradiction is shown with its evidence.
 */
import { useLanguage } from '../parts/language/language';
import { wordsIn } from '../parts/language/text-table';
import { useTexts } from '../parts/language/texts';
import { Copy, numberText, Time } from '../parts/values';
import { Failure, Notice } from '../parts/states';
import { CheckObstacleNotice } from '../parts/checking-here';
import type { Evidence } from './seen-store';
import { saidTexts, texts } from './texts';
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
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const { evidence, before, treeSize } = standing;
	if (evidence !== undefined) {
		return <Contradicted standing={standing} evidence={evidence} forget={forget} />;
	}
	if (before === undefined) {
		return (
			<Notice kind="plain" title={say('This browser sees this log for the first time.')}>
				<p>
					{say(
						'It keeps the checkpoint of {count} entries and will check at your next visit that the log has only grown.',
						{ count: treeSize },
					)}
				</p>
			</Notice>
		);
	}
	const grown = treeSize - before.treeSize;
	return (
		<Notice kind="good" title={say('The log goes on from what this browser saw.')}>
			<p>
				{say.filled(
					'On {time} it had {count} entries. All of them are still there, and {grown} came since.',
					{
						time: <Time at={before.seenAt} />,
						count: numberText(before.treeSize, locale),
						grown: grown === 0 ? say('none') : numberText(grown, locale),
					},
				)}
			</p>
		</Notice>
	);
}

interface ContradictedProps {
	readonly standing: LogComparison;
	readonly evidence: Evidence;
	readonly forget: () => void;
}

function Contradicted({ standing: { seen }, evidence, forget }: ContradictedProps) {
	const say = useTexts(texts);
	const reader = useLanguage();
	const both = [seen, evidence]
		.flatMap((one) => (one === undefined ? [] : [`${one.seenAt}\n${one.vkey}\n\n${one.note}`]))
		.join('\n');
	const { message, kind } = evidence.contradiction;
	const inTable = wordsIn(saidTexts, message, reader);
	const detailed = reader.language === 'English' ? message : undefined;
	return (
		<Notice
			kind="bad"
			title={inTable ?? detailed ?? say('The checkpoint that the server shows does not hold.')}
		>
			<p>
				{say.filled('This was noticed on {time}. {meaning}', {
					time: <Time at={evidence.seenAt} />,
					meaning: say(meanings[kind]),
				})}
			</p>
			<p>
				{say.filled(
					'{copy} both checkpoints, to show them to others, or {begin} with the log as it is now, if you know why.',
					{
						copy: <Copy text={both} what={say('both checkpoints')} />,
						begin: (
							<button class="quiet" type="button" onClick={forget}>
								{say('begin anew')}
							</button>
						),
					},
				)}
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
