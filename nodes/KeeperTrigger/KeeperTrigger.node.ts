/**
 * The Sealkeeper Keeper Trigger node: events of documents start a workflow; see
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

export const keeperEvents: EventScreen = {
	area: 'keeper',
	about: ['file', 'version', 'difference'],
	subject: { label: 'File', search: 'searchFiles' },
	folders: { label: 'Folder', search: 'searchFolders' },
	initial: ['difference.found'],
};

export class KeeperTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Keeper Trigger',
		name: 'keeperTrigger',
		icon: { light: 'file:../Keeper/keeper.svg', dark: 'file:../Keeper/keeper.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle,
		description: 'Starts a workflow when a document is kept, or a comparison finds a difference',
		defaults: { name: 'Sealkeeper Keeper Trigger' },
		polling: true,
		webhooks: eventWebhooks,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: eventProperties(keeperEvents),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: {
			searchFiles: listSearch('keeper', 'listFiles', 'displayName'),
			searchFolders: listSearch('keeper', 'listFolders', 'name'),
		},
	};

	webhookMethods = registrationMethods(keeperEvents);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this, keeperEvents);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvents(this, keeperEvents);
	}
}
