/** One document: its timeline, versions, comparisons, rules and reports. */
import type { Model } from '../../api/types';
import { Heading } from '../parts/frame';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Link } from '../parts/router';
import { Notice, WhenLoaded } from '../parts/states';
import { Copy, numberText, Time } from '../parts/values';
import { AddVersion } from './adding';
import { Compare } from './compare';
import { ComparedAs } from './compared-as';
import { ComparisonPage } from './comparison-page';
import { KeptAs } from './kept-as';
import { addressOf, type DocumentPlace } from './place';
import { Reports } from './reports';
import { ruleLabels } from '../parts/comparison/rule-field';
import { ruleNames } from '../parts/comparison/rule-texts';
import { Rules } from './rules';
import { useAsked } from './session';
import { texts } from './texts';
import { Timeline } from './timeline';
import { Versions } from './versions';

const partNames = {
	timeline: 'Timeline',
	versions: 'Versions',
	compare: 'Compare',
	rules: 'Rules',
	reports: 'Reports',
} as const;

export type DocumentPart = keyof typeof partNames;

const parts = Object.keys(partNames) as readonly DocumentPart[];

export function isPart(text: string): text is DocumentPart {
	return Object.hasOwn(partNames, text);
}

interface DocumentPageProps {
	readonly place: DocumentPlace;
	readonly part: DocumentPart | { readonly comparisonId: string };
}

export function DocumentPage({ place, part }: DocumentPageProps) {
	const say = useTexts(texts);
	const { productId, fileId } = place;
	const asked = useAsked(`${productId} ${fileId}`, async ({ keeper }) => {
		const file = await keeper.call('getFile', place);
		return { file, folder: await keeper.call('getFolder', { productId, folderId: file.folderId }) };
	});
	return (
		<WhenLoaded asked={asked}>
			{({ file, folder }) => (
				<>
					<Heading>{file.displayName}</Heading>
					{file.isDeleted && (
						<Notice kind="warn" title={say('This document was deleted.')}>
							<p>{say('Its contents are erased; its fingerprints and proofs are still there.')}</p>
						</Notice>
					)}
					<Facts place={place} file={file} folder={folder} />
					{!file.isDeleted && <AddVersion place={place} count={file.versionQuantity} />}
					<nav class="tabs" aria-label={say('Parts of the document')}>
						{parts.map((one) => (
							<Link key={one} to={`${addressOf(place)}/${one}`} isCurrent={one === part}>
								{say(partNames[one])}
							</Link>
						))}
					</nav>
					<Part
						place={place}
						part={part}
						file={file}
						keepsContent={folder.keepsContent}
						onRules={asked.again}
					/>
				</>
			)}
		</WhenLoaded>
	);
}

interface PartProps extends DocumentPageProps {
	readonly file: Model<'KeeperFile'>;
	readonly keepsContent: boolean;
	readonly onRules: () => void;
}

function Part({ place, part, file, keepsContent, onRules }: PartProps) {
	switch (part) {
		case 'timeline':
			return <Timeline place={place} />;
		case 'versions':
			return <Versions place={place} />;
		case 'compare':
			return <Compare place={place} isDeleted={file.isDeleted} />;
		case 'rules':
			return <Rules place={place} file={file} keepsContent={keepsContent} onKept={onRules} />;
		case 'reports':
			return <Reports place={place} />;
		default:
			return <ComparisonPage place={place} comparisonId={part.comparisonId} />;
	}
}

interface FactsProps {
	readonly place: DocumentPlace;
	readonly file: Model<'KeeperFile'>;
	readonly folder: Model<'KeeperFolder'>;
}

function Facts({ place, file, folder }: FactsProps) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const kept = ruleNames.filter((name) => file.rules?.[name] !== undefined);
	return (
		<dl class="facts">
			<dt>{say('Document')}</dt>
			<dd>
				<code>{file.id}</code> <Copy text={file.id} what={say('the id of the document')} />
			</dd>
			<dt>{say('Folder')}</dt>
			<dd>
				<Link to={`/documents/${place.productId}/folders/${file.folderId}`}>{folder.name}</Link>
			</dd>
			<KeptAs file={file} keepsContent={folder.keepsContent} />
			<ComparedAs file={file} />
			{kept.length > 0 && (
				<>
					<dt>{say('Rules')}</dt>
					<dd>
						<Link to={`${addressOf(place)}/rules`}>
							{kept.map((name) => say(ruleLabels[name])).join(say('; '))}
						</Link>
					</dd>
				</>
			)}
			<dt>{say('Kept')}</dt>
			<dd>
				{say.filled(
					file.versionQuantity === 1
						? '{count} version, the first {time} by {person}'
						: '{count} versions, the first {time} by {person}',
					{
						count: numberText(file.versionQuantity, locale),
						time: <Time at={file.creationDate} />,
						person: file.ownerEmail,
					},
				)}
			</dd>
			<dt>{say('Log')}</dt>
			<dd>
				{say.filled('{status} ({entries})', {
					status: file.blockchainStatus,
					entries: <a href={`/explorer/records/${file.id}`}>{say('its entries')}</a>,
				})}
			</dd>
		</dl>
	);
}
