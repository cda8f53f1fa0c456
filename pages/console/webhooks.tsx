/** Where events of the organisation are sent: what arrives, what failed, and why. */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { ActForm } from '../parts/forms/act-form';
import { Adding } from '../parts/forms/adding';
import { Action } from '../parts/forms/action';
import { TextField } from '../parts/forms/fields';
import { Heading } from '../parts/frame';
import { Paged } from '../parts/paged';
import { lineOf } from '../parts/person-text';
import { Link } from '../parts/router';
import { Empty, Notice, WhenLoaded } from '../parts/states';
import { Table } from '../parts/table';
import { Copy, numberText, Time } from '../parts/values';
import { useAsked, useSession } from './access/session';

type Subscription = Model<'Subscription'>;

export function Webhooks() {
	const asked = useAsked('subscriptions', ({ platform }) =>
		platform.call('listSubscriptions', { limit: 1000 }),
	);
	const { platform } = useSession();
	return (
		<>
			<Heading>Webhooks</Heading>
			<p>
				What happens is sent to these addresses, signed, in order, and again until it is taken. You
				see those that you made, here or by a program with your key.
			</p>
			<AddWebhook onDone={asked.again} />
			<WhenLoaded asked={asked}>
				{(subscriptions) =>
					subscriptions.length === 0 ? (
						<Empty>Nothing is sent anywhere yet.</Empty>
					) : (
						<Table<Subscription>
							caption="In the order in which they were made"
							rows={subscriptions}
							keyOf={({ id }) => id}
							columns={[
								{
									name: 'Address',
									cell: ({ id, url }) => <Link to={`/console/webhooks/${id}`}>{lineOf(url)}</Link>,
								},
								{ name: 'For', cell: ({ description }) => <bdi>{lineOf(description)}</bdi> },
								{ name: 'State', cell: ({ state }) => state },
								{ name: 'Waiting', isNumber: true, cell: ({ waiting }) => numberText(waiting) },
								{ name: 'Given up', isNumber: true, cell: ({ parked }) => numberText(parked) },
								{
									name: 'End',
									cell: ({ id, url }) => (
										<Action
											name="End"
											what={url}
											asks="Nothing is sent there any more."
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
	const { platform } = useSession();
	const [url, setUrl] = useState('');
	const [description, setDescription] = useState('');
	const [secret, setSecret] = useState<string>();
	return (
		<>
			{secret !== undefined && (
				<Notice kind="good" title="The secret that signs what is sent is shown this once.">
					<p>
						<code>{secret}</code> <Copy text={secret} what="the secret" />
					</p>
				</Notice>
			)}
			<Adding summary="Add an address">
				<ActForm
					name="Add it"
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
						label="Address"
						help="https, or this machine by its own name. Everything that you may hear of is sent."
						value={url}
						onChange={setUrl}
					/>
					<TextField label="What it is for" value={description} onChange={setDescription} />
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
	const { state, reason, nextAttempt, types } = subscription;
	return (
		<>
			<Notice kind={state === 'Active' ? 'good' : 'warn'} title={state}>
				{reason !== undefined && <p>{lineOf(reason)}</p>}
				{nextAttempt !== undefined && (
					<p>
						The next attempt is not before <Time at={nextAttempt} />.
					</p>
				)}
			</Notice>
			<p class="soft">
				{types === undefined ? 'For everything you may hear of' : types.join(', ')}
			</p>
		</>
	);
}

function TestIt({ subscriptionId }: { readonly subscriptionId: string }) {
	const { platform } = useSession();
	const [outcome, setOutcome] = useState<Model<'TestDelivery'>>();
	return (
		<p class="actions above">
			<Action
				name="Send a test"
				what=""
				act={() => platform.call('testSubscription', { subscriptionId }).then(setOutcome)}
			/>
			{outcome !== undefined && (
				<span role="status">
					{outcome.isDelivered
						? 'It was taken.'
						: `It was not taken: ${lineOf(outcome.reason ?? '')}`}
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
	const { platform } = useSession();
	const again = ({ sequence }: Model<'Delivery'>) =>
		platform
			.call('replaySubscription', { subscriptionId, after: Number(sequence) - 1 })
			.then(onDone);
	return (
		<>
			<h2>What was sent</h2>
			<Paged<Model<'Delivery'>>
				what="deliveries"
				ask={(question, range) =>
					useAsked(question, (session) =>
						session.platform.list('listDeliveries', { subscriptionId, ...range }),
					)
				}
				none="Nothing was sent there yet."
			>
				{(deliveries) => (
					<Table
						caption="In the order of the events"
						rows={deliveries}
						keyOf={({ eventId }) => eventId}
						columns={[
							{ name: 'What', cell: ({ type }) => type },
							{ name: 'State', cell: ({ state }) => state },
							{ name: 'Attempts', isNumber: true, cell: ({ attempts }) => numberText(attempts) },
							{
								name: 'Last attempt',
								cell: ({ lastAttempt }) =>
									lastAttempt === undefined ? 'none yet' : <Time at={lastAttempt} />,
							},
							{ name: 'Why not', cell: ({ reason }) => lineOf(reason ?? '') },
							{
								name: 'Again',
								cell: (delivery) => (
									<Action
										name="Send from here on again"
										what={`, ${delivery.type}`}
										asks="This event and all behind it are sent again."
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
