/** The timeline of a document, the newest first; running comparisons are polled. */
import type { Model } from '../../api/types';
import { useTexts } from '../parts/language/texts';
import { Paged } from '../parts/paged';
import { Link } from '../parts/router';
import { Time } from '../parts/values';
import { isUnderWay, sidesOf, useStanding, type Comparison } from './comparison-words';
import { useFollowing } from './following';
import { addressOf, type DocumentPlace } from './place';
import { Progress } from './progress';
import { ruleLabels } from '../parts/comparison/rule-field';
import { ruleNames } from '../parts/comparison/rule-texts';
import { useAsked } from './session';
import { texts } from './texts';

type Entry = Model<'TimelineEntry'>;

export function Timeline({ place }: { readonly place: DocumentPlace }) {
	const say = useTexts(texts);
	return (
		<Paged
			what={say('the timeline')}
			ask={(question, range) => {
				const asked = useAsked(`${question} timeline`, ({ keeper }) =>
					keeper.list('listTimeline', { ...place, newestFirst: true, ...range }),
				);
				useFollowing(asked, ({ records }) => records.some(isOpen));
				return asked;
			}}
			none={say('Nothing is on this page of the timeline.')}
		>
			{(entries, again) => (
				<ol class="timeline" aria-label={say('Timeline, the newest first')}>
					{entries.map((entry) => (
						<li key={entry.id} class={entry.kind.toLowerCase()}>
							<What place={place} entry={entry} onCancelled={again} />
							<p class="soft">
								{say.filled(
									entry.blockchainStatus === undefined
										? '{time}, {person}'
										: '{time}, {person}, log: {status}',
									{
										time: <Time at={entry.creationDate} />,
										person: entry.createdByEmail,
										status: entry.blockchainStatus,
									},
								)}
							</p>
						</li>
					))}
				</ol>
			)}
		</Paged>
	);
}

const isOpen = ({ comparison }: Entry) => comparison !== undefined && isUnderWay(comparison);

interface WhatProps {
	readonly place: DocumentPlace;
	readonly entry: Entry;
	readonly onCancelled: () => void;
}

function What({ place, entry, onCancelled }: WhatProps) {
	const { kind, version, comparison } = entry;
	if (comparison !== undefined)
		return <Compared place={place} comparison={comparison} onCancelled={onCancelled} />;
	if (kind === 'Approval')
		return <Approved version={version} isStill={entry.isApproved === true} />;
	if (version === undefined) return <RulesSet place={place} rules={entry.rules} />;
	return <Kept place={place} entry={entry} version={version} />;
}

interface KeptProps extends Pick<WhatProps, 'place' | 'entry'> {
	readonly version: NonNullable<Entry['version']>;
}

function Kept({ place, entry, version }: KeptProps) {
	const say = useTexts(texts);
	const { fileName, sameAsVersion } = entry;
	const kept = <strong>{say('Version {version} was kept', { version })}</strong>;
	return (
		<>
			<p>{say.filled('{kept} as {file}', { kept, file: fileName })}</p>
			{sameAsVersion !== undefined && (
				<p>
					{say('The document is again what version {version} was.', { version: sameAsVersion })}
				</p>
			)}
			{version > 1 && (
				<p>
					<Link to={`${addressOf(place)}/compare?newer=${version}`}>
						{say('Compare it with the version before')}
					</Link>
				</p>
			)}
		</>
	);
}

interface RulesSetProps {
	readonly place: DocumentPlace;
	readonly rules: Entry['rules'];
}

function RulesSet({ place, rules }: RulesSetProps) {
	const say = useTexts(texts);
	if (rules === undefined)
		return <strong>{say('Rules were set, and are not what the log says')}</strong>;
	const names = ruleNames.filter((name) => rules[name] !== undefined);
	if (names.length === 0)
		return (
			<p>
				<strong>{say('The rules were taken away')}</strong>
			</p>
		);
	const set = (
		<strong>
			<Link to={`${addressOf(place)}/rules`}>{say('Rules were set')}</Link>
		</strong>
	);
	const listed = names.map((name) => say(ruleLabels[name])).join(say('; '));
	return <p>{say.filled('{set}: {rules}', { set, rules: listed })}</p>;
}

interface ApprovedProps {
	readonly version: Entry['version'];
	readonly isStill: boolean;
}

function Approved({ version, isStill }: ApprovedProps) {
	const say = useTexts(texts);
	const approved = (
		<strong>{say('Version {version} was approved', { version: version ?? '' })}</strong>
	);
	if (isStill) return <p>{approved}</p>;
	return <p>{say.filled('{approved}; another approval has taken its place', { approved })}</p>;
}

interface ComparedProps {
	readonly place: DocumentPlace;
	readonly comparison: Comparison;
	readonly onCancelled: () => void;
}

function Compared({ place, comparison, onCancelled }: ComparedProps) {
	const say = useTexts(texts);
	const sides = sidesOf(comparison, say);
	const standing = useStanding(comparison);
	return (
		<>
			<p>
				<strong>
					<Link to={`${addressOf(place)}/comparisons/${comparison.id}`}>{sides}</Link>
				</strong>
			</p>
			<p>{standing}</p>
			<Progress place={place} comparison={comparison} onCancelled={onCancelled} />
		</>
	);
}
