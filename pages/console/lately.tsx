/** What happened last, of what the reader may hear of, the newest first. */
import type { events } from '../../api/events/events';
import type { Model } from '../../api/types';
import { Amount } from '../parts/amounts';
import { useTexts } from '../parts/language/texts';
import { lineOf } from '../parts/person-text';
import { WhenLoaded } from '../parts/states';
import { Time } from '../parts/values';
import { useAsked } from './access/session';
import { texts } from './lately-texts';

type Events = typeof events;
type Type = {
	[Name in keyof Events]: Events[Name]['program'] extends 'service' ? Name : never;
}[keyof Events];

interface Told {
	readonly text: keyof typeof texts;
	/** The page of what it happened to. */
	readonly page: (event: Event) => string;
}

type Event = Model<'Event'>;

const contract = ({ productId, subject }: Event) => `/console/contracts/${productId}/${subject}`;
const document = ({ productId, subject }: Event) => `/documents/${productId}/files/${subject}`;
const asset = ({ productId, subject }: Event) => `/assets/${productId}/${subject}`;
const stored = ({ subject }: Event) => `/console/storage/${encodeURIComponent(subject)}`;

const told: Readonly<Record<Type, Told>> = {
	'contract.created': { text: '{thing} was sent to be signed', page: contract },
	'contract.opened': { text: '{thing} was opened by a signer', page: contract },
	'contract.signed': { text: '{thing} was signed by a signer', page: contract },
	'contract.declined': { text: '{thing} was declined', page: contract },
	'contract.expired': { text: '{thing} can be signed no more: its time is over', page: contract },
	'contract.cancelled': { text: '{thing} was taken back', page: contract },
	'contract.completed': { text: '{thing} is signed by everybody and sealed', page: contract },
	'contract.undelivered': { text: 'A mail about {thing} was refused', page: contract },
	'file.added': { text: '{thing} was added', page: document },
	'version.added': { text: '{thing} has a new version', page: document },
	'difference.found': { text: 'A difference was found in {thing}', page: document },
	'asset.created': { text: '{thing} was created', page: asset },
	'asset.issued': { text: '{amount} of {thing} were issued', page: asset },
	'asset.transferred': { text: '{amount} of {thing} were transferred', page: asset },
	'asset.burned': { text: '{amount} of {thing} were burned', page: asset },
	'asset.reversed': { text: '{amount} of {thing} were taken back', page: asset },
	'storage.stored': { text: '{thing} was stored', page: stored },
	'storage.degraded': { text: 'Shards of {thing} are not in their buckets', page: stored },
	'storage.repaired': { text: 'Every shard of {thing} is in its bucket again', page: stored },
};

const shownMax = 8;

export function Lately() {
	const say = useTexts(texts);
	const asked = useAsked('lately', async ({ platform }) => {
		const { events: found } = await platform.call('listEvents', { latest: true, limit: shownMax });
		return found.toReversed();
	});
	const heading = say('What happened lately');
	return (
		<section aria-label={heading}>
			<h2>{heading}</h2>
			<WhenLoaded asked={asked}>
				{(found) =>
					found.length === 0 ? (
						<p class="empty">{say('Nothing yet.')}</p>
					) : (
						<ul class="plain">
							{found.map((event) => (
								<Happened key={event.id} event={event} />
							))}
						</ul>
					)
				}
			</WhenLoaded>
		</section>
	);
}

function isType(type: string): type is Type {
	return Object.hasOwn(told, type);
}

/** A later service may tell of more, which is left out. */
function Happened({ event }: { readonly event: Event }) {
	const say = useTexts(texts);
	if (!isType(event.type)) return null;
	const { text, page } = told[event.type];
	const { displayName, assetName, fileName, amount } = event.data as Readonly<
		Partial<Record<'displayName' | 'assetName' | 'fileName' | 'amount', string>>
	>;
	const name = displayName ?? assetName ?? fileName ?? event.subject;
	return (
		<li>
			{say.filled(text, {
				thing: (
					<a href={page(event)}>
						<bdi>{lineOf(name)}</bdi>
					</a>
				),
				amount: amount === undefined ? '' : <Amount amount={amount} decimals={0} />,
			})}
			<span class="soft">
				, <Time at={event.timestamp} />
			</span>
		</li>
	);
}
