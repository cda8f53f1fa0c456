/**
 * The Sealkeeper Sealer Trigger node: events of contracts start a workflow; see
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

export const sealerEvents: EventScreen = {
	area: 'sealer',
	about: ['contract'],
	subject: { label: 'Contract', search: 'searchContracts' },
	initial: ['contract.completed'],
};

export class SealerTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Sealer Trigger',
		name: 'sealerTrigger',
		icon: { light: 'file:../Sealer/sealer.svg', dark: 'file:../Sealer/sealer.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle,
		description:
			'Starts a workflow when a contract is signed, declined, completed or otherwise changes',
		defaults: { name: 'Sealkeeper Sealer Trigger' },
		polling: true,
		webhooks: eventWebhooks,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: eventProperties(sealerEvents),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: {
			searchContracts: listSearch('sealer', 'listContracts', 'displayName', {
				own: 'listOwnContracts',
			}),
		},
	};

	webhookMethods = registrationMethods(sealerEvents);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this, sealerEvents);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvents(this, sealerEvents);
	}
}
