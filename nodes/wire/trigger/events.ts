/**
 * Parameters of the trigger nodes: events, filters, and the two ways of delivery. `polling.ts`
 * fetches events; `registering.ts` and `receiving.ts` handle webhooks.
 */
import type { INodeProperties, INodePropertyOptions, IWebhookDescription } from 'n8n-workflow';
import type { Area } from '../../../api/endpoints';
import { events, eventTypesOf, type EventType } from '../../../api/events/events';

/** The events of a trigger node, by the part of their type before the point, and their subject. */
export interface EventScreen {
	readonly area: Area;
	readonly about: readonly string[];
	/** The parameter that selects a subject. */
	readonly subject: Choice;
	/** The parameter that selects a folder, if subjects have folders. */
	readonly folders?: Choice;
	/** Selected by default. */
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

/** n8n shows 'Poll Times' above it; both ways use them. */
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

/** Hidden: says which program has the events, in every context of the node. */
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

/** The address for events. Without a method n8n registers no webhook. */
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

/** Subtitle of the node: its events. */
export const eventSubtitle =
	'={{ ($parameter["events"] || []).map((type) => type.replace("storage.", "file.").replace(".", " ")).join(", ") }}';
