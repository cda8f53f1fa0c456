/** Where events of the organisation are sent: what arrives, what failed, and why. */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { ActForm } from '../parts/forms/act-form';
import { Adding } from '../parts/forms/adding';
import { Action } from '../parts/forms/action';
import { TextField } from '../parts/forms/fields';
import { Heading } from '../parts/frame';
import { useLanguage } from '../parts/language/language';
import { useTexts } from '../parts/language/texts';
import { Paged } from '../parts/paged';
import { lineOf } from '../parts/person-text';
import { Link } from '../parts/router';
import { Empty, Notice, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Copy, numberText, Time } from '../parts/values';
import { useAsked, useSession } from './access/session';
import { texts } from './operating-texts';

type Subscription = Model<'Subscription'>;

export function Webhooks() {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const asked = useAsked('subscriptions', ({ platform }) =>
		platform.call('listSubscriptions', { limit: 1000 }),
	);
	const { platform } = useSession();
	return (
		<>
			<Heading>{say('Webhooks')}</Heading>
			<p>
				{say(
					'What happens is sent to these addresses, signed, in order, and again until it is taken. You see those that you made, here or by a program with your key.',
				)}
			</p>
			<AddWebhook onDone={asked.again} />
			<WhenLoaded asked={asked}>
				{(subscriptions) =>
					subscriptions.length === 0 ? (
						<Empty>{say('Nothing is sent anywhere yet.')}</Empty>
					) : (
						<Table<Subscription>
							caption={say('In the order in which they were made')}
							rows={subscriptions}
							keyOf={({ id }) => id}
							columns={[
								{
									name: say('Address'),
									cell: ({ id, url }) => <Link to={`/console/webhooks/${id}`}>{lineOf(url)}</Link>,
								},
								{ name: say('For'), cell: ({ description }) => <bdi>{lineOf(description)}</bdi> },
								{ name: say('State'), cell: ({ state }) => say(state) },
								{
									name: say('Waiting'),
									isNumber: true,
									cell: ({ waiting }) => numberText(waiting, locale),
								},
								{
									name: say('Given up'),
									isNumber: true,
									cell: ({ parked }) => numberText(parked, locale),
								},
								{
									name: say('End'),
									cell: ({ id, url }) => (
										<Action
											name={say('End')}
											what={url}
											asks={say('Nothing is sent there any more.')}
											act={() =>
												platform
													.call('deleteSubscription', { subscriptionId: id })
													.then(asked.again)
											}
										/>
									),
								},
							]}
						/>
					)
				}
			</WhenLoaded>
		</>
	);
}

function AddWebhook({ onDone }: { readonly onDone: () => void }) {
	const say = useTexts(texts);
	const { platform } = useSession();
	const [url, setUrl] = useState('');
	const [description, setDescription] = useState('');
	const [secret, setSecret] = useState<string>();
	return (
		<>
			{secret !== undefined && (
				<Notice kind="good" title={say('The secret that signs what is sent is shown this once.')}>
					<p>
						<code>{secret}</code> <Copy text={secret} what={say('the secret')} />
					</p>
				</Notice>
			)}
			<Adding summary={say('Add an address')}>
				<ActForm
					name={say('Add it')}
					isReady={url.trim() !== ''}
					act={async () => {
						const about = description.trim();
						const made = await platform.call('createSubscription', {
							url: url.trim(),
							...(about !== '' && { description: about }),
						});
						setSecret(made.secret);
						setUrl('');
						onDone();
					}}
				>
					<TextField
						label={say('Address')}
						help={say(
							'https, or this machine by its own name. Everything that you may hear of is sent.',
						)}
						value={url}
						onChange={setUrl}
					/>
					<TextField label={say('What it is for')} value={description} onChange={setDescription} />
				</ActForm>
			</Adding>
		</>
	);
}

export function WebhookPage({ subscriptionId }: { readonly subscriptionId: string }) {
	const asked = useAsked(subscriptionId, ({ platform }) =>
		platform.call('getSubscription', { subscriptionId }),
	);
	return (
		<WhenLoaded asked={asked}>
			{(subscription) => (
				<>
					<Heading>{lineOf(subscription.url)}</Heading>
					<Standing subscription={subscription} />
					<TestIt subscriptionId={subscriptionId} />
					<Deliveries subscriptionId={subscriptionId} onDone={asked.again} />
				</>
			)}
		</WhenLoaded>
	);
}

function Standing({ subscription }: { readonly subscription: Subscription }) {
	const say = useTexts(texts);
	const { state, reason, nextAttempt, types } = subscription;
	return (
		<>
			<Notice kind={state === 'Active' ? 'good' : 'warn'} title={say(state)}>
				{reason !== undefined && <p>{lineOf(reason)}</p>}
				{nextAttempt !== undefined && (
					<p>
						{say.filled('The next attempt is not before {time}.', {
							time: <Time at={nextAttempt} />,
						})}
					</p>
				)}
			</Notice>
			<p class="soft">
				{types === undefined ? say('For everything you may hear of') : types.join(', ')}
			</p>
		</>
	);
}

function TestIt({ subscriptionId }: { readonly subscriptionId: string }) {
	const say = useTexts(texts);
	const { platform } = useSession();
	const [outcome, setOutcome] = useState<Model<'TestDelivery'>>();
	return (
		<p class="actions above">
			<Action
				name={say('Send a test')}
				what=""
				act={() => platform.call('testSubscription', { subscriptionId }).then(setOutcome)}
			/>
			{outcome !== undefined && (
				<span role="status">
					{outcome.isDelivered
						? say('It was taken.')
						: say('It was not taken: {reason}', { reason: lineOf(outcome.reason ?? '') })}
				</span>
			)}
		</p>
	);
}

interface DeliveriesProps {
	readonly subscriptionId: string;
	readonly onDone: () => void;
}

function Deliveries({ subscriptionId, onDone }: DeliveriesProps) {
	const say = useTexts(texts);
	const { locale } = useLanguage();
	const { platform } = useSession();
	const again = ({ sequence }: Model<'Delivery'>) =>
		platform
			.call('replaySubscription', { subscriptionId, after: Number(sequence) - 1 })
			.then(onDone);
	return (
		<>
			<h2>{say('What was sent')}</h2>
			<Paged<Model<'Delivery'>>
				what={say('deliveries')}
				ask={(question, range) =>
					useAsked(question, (session) =>
						session.platform.list('listDeliveries', { subscriptionId, ...range }),
					)
				}
				none={say('Nothing was sent there yet.')}
			>
				{(deliveries) => (
					<Table
						caption={say('In the order of the events')}
						rows={deliveries}
						keyOf={({ eventId }) => eventId}
						columns={[
							{ name: say('What'), cell: ({ type }) => type },
							{ name: say('State'), cell: ({ state }) => say(state) },
							{
								name: say('Attempts'),
								isNumber: true,
								cell: ({ attempts }) => numberText(attempts, locale),
							},
							{
								name: say('Last attempt'),
								cell: ({ lastAttempt }) =>
									lastAttempt === undefined ? say('none yet') : <Time at={lastAttempt} />,
							},
							{ name: say('Why not'), cell: ({ reason }) => lineOf(reason ?? '') },
							{
								name: say('Again'),
								cell: (delivery) => (
									<Action
										name={say('Send from here on again')}
										what={delivery.type}
										asks={say('This event and all behind it are sent again.')}
										act={() => again(delivery)}
									/>
								),
							},
						]}
					/>
				)}
			</Paged>
		</>
	);
}
