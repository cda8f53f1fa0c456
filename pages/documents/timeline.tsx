/** The timeline of a document, the newest first; running comparisons are polled. */
import type { Model } from '../../api/types';
import { Paged } from '../parts/paged';
import { Link } from '../parts/router';
import { Time } from '../parts/values';
import { isUnderWay, sidesOf, standingOf, type Comparison } from './comparison-words';
import { useFollowing } from './following';
import { addressOf, type DocumentPlace } from './place';
import { Progress } from './progress';
import { ruleLabels } from '../parts/comparison/rule-field';
import { ruleNames } from '../parts/comparison/rule-texts';
import { useAsked } from './session';

type Entry = Model<'TimelineEntry'>;

export function Timeline({ place }: { readonly place: DocumentPlace }) {
	return (
		<Paged
			what="the timeline"
			ask={(question, range) => {
				const asked = useAsked(`${question} timeline`, ({ keeper }) =>
					keeper.list('listTimeline', { ...place, newestFirst: true, ...range }),
				);
				useFollowing(asked, ({ records }) => records.some(isOpen));
				return asked;
			}}
			none="Nothing is on this page of the timeline."
		>
			{(entries, again) => (
				<ol class="timeline" aria-label="Timeline, the newest first">
					{entries.map((entry) => (
						<li key={entry.id} class={entry.kind.toLowerCase()}>
							<What place={place} entry={entry} onCancelled={again} />
							<p class="soft">
								<Time at={entry.creationDate} />, {entry.createdByEmail}
								{entry.blockchainStatus !== undefined && `, log: ${entry.blockchainStatus}`}
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
	const { fileName, sameAsVersion } = entry;
	return (
		<>
			<p>
				<strong>Version {version} was kept</strong> as {fileName}
			</p>
			{sameAsVersion !== undefined && (
				<p>The document is again what version {sameAsVersion} was.</p>
			)}
			{version > 1 && (
				<p>
					<Link to={`${addressOf(place)}/compare?newer=${version}`}>
						Compare it with the version before
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
	if (rules === undefined) return <strong>Rules were set, and are not what the log says</strong>;
	const names = ruleNames.filter((name) => rules[name] !== undefined);
	if (names.length === 0)
		return (
			<p>
				<strong>The rules were taken away</strong>
			</p>
		);
	return (
		<p>
			<strong>
				<Link to={`${addressOf(place)}/rules`}>Rules were set</Link>
			</strong>
			: {names.map((name) => ruleLabels[name]).join('; ')}
		</p>
	);
}

interface ApprovedProps {
	readonly version: Entry['version'];
	readonly isStill: boolean;
}

function Approved({ version, isStill }: ApprovedProps) {
	return (
		<p>
			<strong>Version {version} was approved</strong>
			{!isStill && '; another approval has taken its place'}
		</p>
	);
}

interface ComparedProps {
	readonly place: DocumentPlace;
	readonly comparison: Comparison;
	readonly onCancelled: () => void;
}

function Compared({ place, comparison, onCancelled }: ComparedProps) {
	const sides = sidesOf(comparison);
	return (
		<>
			<p>
				<strong>
					<Link to={`${addressOf(place)}/comparisons/${comparison.id}`}>{sides}</Link>
				</strong>
			</p>
			<p>{standingOf(comparison)}</p>
			<Progress place={place} comparison={comparison} onCancelled={onCancelled} />
		</>
	);
}
