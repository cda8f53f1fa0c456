/**
 * The Sealkeeper Tracker Trigger node: events of assets start a workflow; see
 * `wire/trigger/events.ts`.
 */
import {
	NodeConnectionTypes,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IPollFunctions,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { testConnection } from '../wire/call/connection-test';
import {
	eventProperties,
	eventSubtitle,
	eventWebhooks,
	type EventScreen,
} from '../wire/trigger/events';
import { pollEvents } from '../wire/trigger/polling';
import { receiveEvent } from '../wire/trigger/receiving';
import { registrationMethods } from '../wire/trigger/registering';
import { listSearch } from '../wire/search';

export const trackerEvents: EventScreen = {
	area: 'tracker',
	about: ['asset'],
	subject: { label: 'Asset', search: 'searchAssets' },
	initial: ['asset.transferred'],
};

export class TrackerTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Tracker Trigger',
		name: 'trackerTrigger',
		icon: { light: 'file:../Tracker/tracker.svg', dark: 'file:../Tracker/tracker.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle,
		description: 'Starts a workflow when an asset is created, issued, transferred or taken back',
		defaults: { name: 'Sealkeeper Tracker Trigger' },
		polling: true,
		webhooks: eventWebhooks,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: eventProperties(trackerEvents),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: { searchAssets: listSearch('tracker', 'listAssets', 'name') },
	};

	webhookMethods = registrationMethods(trackerEvents);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this, trackerEvents);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvents(this, trackerEvents);
	}
}
