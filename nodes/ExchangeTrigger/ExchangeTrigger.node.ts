/**
 * The Sealkeeper Exchange Trigger node: events of the exchange start a workflow; see
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
import { listSearch, marketName } from '../wire/search';

export const exchangeTold: EventScreen = {
	area: 'exchange',
	about: ['order', 'deposit', 'payout', 'account', 'market', 'reconciliation'],
	subject: { label: 'Market', search: 'searchMarkets' },
	initial: ['order.traded'],
};

export class ExchangeTrigger implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Exchange Trigger',
		name: 'exchangeTrigger',
		icon: { light: 'file:../Exchange/exchange.svg', dark: 'file:../Exchange/exchange.dark.svg' },
		group: ['trigger'],
		version: 1,
		subtitle: eventSubtitle,
		description: 'Starts a workflow when an order trades or ends, or money has moved',
		defaults: { name: 'Sealkeeper Exchange Trigger' },
		polling: true,
		webhooks: eventWebhooks,
		inputs: [],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: eventProperties(exchangeTold),
	};

	methods = {
		credentialTest: { testConnection },
		listSearch: {
			searchMarkets: listSearch('exchange', 'listMarkets', marketName, { idIn: 'symbol' }),
		},
	};

	webhookMethods = registrationMethods(exchangeTold);

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await receiveEvent(this, exchangeTold);
	}

	async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
		return await pollEvents(this, exchangeTold);
	}
}
