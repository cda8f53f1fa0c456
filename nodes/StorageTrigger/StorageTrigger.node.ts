/**
 * The Sealkeeper Storage Trigger node: events of stored files start a workflow; see
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

export const storageEvents: EventScreen = {
	area: 'storage',
	about: ['storage'],
	subject: { label: 'File', search: 'searchFiles' },
	initial: ['storage.stored'],
};

export class StorageTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Storage Trigger',
		name: 'storageTrigger',
		icon: { light: 'file:../Storage/storage.svg', dark: 'file:../Storage/storage.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle,
		description: 'Starts a workflow when a file is stored, lacks shards or is whole again',
		defaults: { name: 'Sealkeeper Storage Trigger' },
		polling: true,
		webhooks: eventWebhooks,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: eventProperties(storageEvents),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: { searchFiles: listSearch('storage', 'listFiles', 'fileName') },
	};

	webhookMethods = registrationMethods(storageEvents);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this, storageEvents);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvents(this, storageEvents);
	}
}
