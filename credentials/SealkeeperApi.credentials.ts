/**
 * The credential of the package: API key, addresses and products. `nodes/wire` uses and tests it.
 */
import type { IAuthenticateGeneric, ICredentialType, Icon, INodeProperties } from 'n8n-workflow';

export class SealkeeperApi implements ICredentialType {
	name = 'sealkeeperApi';

	displayName = 'Sealkeeper API';

	icon: Icon = { light: 'file:sealkeeper.svg', dark: 'file:sealkeeper.dark.svg' };

	documentationUrl = 'https://github.com/sealkeeper/n8n-nodes-sealkeeper#credentials';

	properties: INodeProperties[] = [
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description: 'The key of the user the calls are made for, shown once when it is made',
		},
		{
			displayName: 'Base Address',
			name: 'baseUrl',
			type: 'string',
			default: 'http://localhost:8080',
			placeholder: 'e.g. https://sealkeeper.example.com',
			description:
				'Where Sealer, Tracker and Keeper are served; empty for a key of the exchange alone',
		},
		{
			displayName: 'Storage Address',
			name: 'storageUrl',
			type: 'string',
			default: 'http://localhost:8080/storage',
			placeholder: 'e.g. https://sealkeeper.example.com/storage',
			description:
				'Where the storage is served: usually the base address followed by /storage; empty for a key of the exchange alone',
		},
		{
			displayName: 'Sealer Product ID',
			name: 'sealerProductId',
			type: 'string',
			default: '',
			description:
				'The product that Sealer nodes work in, unless they name another one; may be empty where the key sees only one',
		},
		{
			displayName: 'Tracker Product ID',
			name: 'trackerProductId',
			type: 'string',
			default: '',
			description:
				'The product that Tracker nodes work in, unless they name another one; may be empty where the key sees only one',
		},
		{
			displayName: 'Keeper Product ID',
			name: 'keeperProductId',
			type: 'string',
			default: '',
			description:
				'The product that Keeper nodes work in, unless they name another one; may be empty where the key sees only one',
		},
		{
			displayName: 'Exchange Address',
			name: 'exchangeUrl',
			type: 'string',
			default: '',
			placeholder: 'e.g. https://exchange.example.com',
			description: 'Only for Exchange nodes: where the exchange is served',
		},
		{
			displayName: 'Tracker API Key',
			name: 'trackerApiKey',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			description:
				'Only for Exchange nodes whose API key is one of the exchange alone: your key at the tracker, by which deposits are pulled. It is sent with those calls and no others.',
		},
		{
			displayName: 'Log Public Key',
			name: 'logKey',
			type: 'string',
			default: '',
			placeholder: 'e.g. log.example.com/one+5fd2cd57+AdX…',
			description:
				'Only for the operation Verify: the key that proofs are checked with, as the service shows it at /log. Enter it once, from somebody you believe.',
		},
		{
			displayName: 'Witness Public Keys',
			name: 'witnessKeys',
			type: 'string',
			default: '',
			placeholder: 'e.g. witness.example.com/one+8d66cf3f+BNX…',
			description:
				'Only for the operation Verify: the keys of witnesses that must have seen the log, separated by commas',
		},
		{
			displayName: 'Witnesses Needed',
			name: 'witnessesMin',
			type: 'string',
			default: '',
			placeholder: 'e.g. 2',
			description:
				'Only for the operation Verify: how many of the witnesses must have signed; all of them when empty',
		},
	];

	authenticate: IAuthenticateGeneric = {
		type: 'generic',
		properties: { headers: { 'x-api-key': '={{$credentials.apiKey}}' } },
	};
}
