/**
 * What the trigger nodes offer: the events each one is about, the parameters that choose among them, and
 * the two ways by which they arrive. How they are asked for is in `polling.ts`, how they are sent in
 * `registering.ts` and `receiving.ts`.
 */
import type { INodeProperties, INodePropertyOptions, IWebhookDescription } from 'n8n-workflow';
import type { Area } from '../../../api/endpoints';
import { events, eventTypesOf, type EventType } from '../../../api/events/events';

/** What a trigger node is about: its events by the words before their point, and what they happen to. */
export interface EventScreen {
	readonly area: Area;
	readonly about: readonly string[];
	/** The choice among all that the events can happen to, or in. */
	readonly subject: Choice;
	/** Where those lie, if they lie in folders. */
	readonly folders?: Choice;
	/** Chosen until somebody chooses otherwise. */
	readonly initial: readonly EventType[];
}

interface Choice {
	readonly label: string;
	/** The list search method that offers them. */
	readonly search: string;
}

export function eventTypesFor({ area, about }: EventScreen): readonly EventType[] {
	const types = eventTypesOf(area === 'exchange' ? 'exchange' : 'service');
	return types.filter((type) => about.includes(type.split('.')[0] ?? ''));
}

/** "Contract Signed" for `contract.signed`; what is stored is a file. */
function nameOf(type: EventType): string {
	const words = type.replace('storage.', 'file.').split('.');
	return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

function eventOptions(screen: EventScreen): INodePropertyOptions[] {
	return eventTypesFor(screen)
		.map((type) => ({ name: nameOf(type), value: type, description: events[type].when }))
		.sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** n8n shows 'Poll Times' above it, which both ways need. */
const delivery: INodeProperties = {
	displayName: 'Delivery',
	name: 'delivery',
	type: 'options',
	options: [
		{
			name: 'Webhook',
			value: 'webhook',
			description:
				'The service sends each event as it happens; at the poll times the node only checks that it does',
		},
		{
			name: 'Poll',
			value: 'poll',
			description:
				'The node asks for events at the poll times, for an n8n that the service cannot reach',
		},
	],
	default: 'webhook',
	description: 'How events get here; the output is the same',
};

export function eventProperties(screen: EventScreen): INodeProperties[] {
	const triggerOn: INodeProperties = {
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		options: eventOptions(screen),
		default: [],
		description: 'What starts the workflow',
	};
	const only = choice('subject', screen.subject, 'Only what happens to this');
	const { folders } = screen;
	const within = folders && choice('folder', folders, 'Only what happens in this');
	return [
		...(screen.area === 'exchange' ? [atExchange] : []),
		{ ...triggerOn, default: [...screen.initial] },
		only,
		...(within === undefined ? [] : [within]),
		delivery,
	];
}

/** Never asked for: it says which program is asked for events, wherever n8n calls the node. */
const atExchange: INodeProperties = {
	displayName: 'Program',
	name: 'program',
	type: 'hidden',
	default: 'exchange',
};

function choice(name: string, { label, search }: Choice, only: string): INodeProperties {
	return {
		displayName: label,
		name,
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				typeOptions: { searchListMethod: search, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 5f3d0c1e9a2b4d6c8e0f1a2b',
			},
		],
		description: `${only} ${label.toLowerCase()}; any when empty`,
	};
}

/** Where events are sent to. Without a method there is no such address, and n8n asks for none. */
export const eventWebhooks: IWebhookDescription[] = [
	{
		name: 'default',
		httpMethod: '={{ $parameter["delivery"] === "poll" ? "" : "POST" }}',
		responseMode: 'onReceived',
		responseData: 'noData',
		path: 'events',
		ndvHideUrl: true,
	},
];

/** Below the name of the node: what it waits for. */
export const eventSubtitle =
	'={{ ($parameter["events"] || []).map((type) => type.replace("storage.", "file.").replace(".", " ")).join(", ") }}';
