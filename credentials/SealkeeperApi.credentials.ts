/**
 * The one credential of the package: the API key, the two addresses a service is reached at and
 * the products its nodes work in. How a call uses them is decided in `nodes/wire`; here is what a
 * person fills in, and the test that tells a wrong key from a wrong address.
 */
import type {
	IAuthenticateGeneric,
	IAuthenticateRuleResponseCode,
	IAuthenticateRuleResponseSuccessBody,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

type Rule = IAuthenticateRuleResponseCode | IAuthenticateRuleResponseSuccessBody;

const wrongAddress =
	"A server answers at 'Base Address', but not as a Sealkeeper service does. Check the address: it is the one the product paths such as /sealer follow.";

const onStatus = (value: number, message: string): Rule => ({
	type: 'responseCode',
	properties: { value, message },
});

/**
 * The list of products arrives as text, and its first character is always `[`. A web page, the
 * record of another service and an empty answer begin differently, whatever their status is.
 */
const onFirstCharacter = (value: string | undefined): Rule => ({
	type: 'responseSuccessBody',
	properties: { key: '0', value, message: wrongAddress },
});

const rules: readonly Rule[] = [
	onStatus(
		401,
		"The address is right, but the API key is not valid. Check 'API Key' for missing characters, or ask a user administrator for a new one.",
	),
	onStatus(
		403,
		"The address answers, but refuses this API key. Check that the user of 'API Key' is not disabled.",
	),
	...[301, 302, 303, 307, 308].map((status) =>
		onStatus(
			status,
			"'Base Address' leads on to another address. Enter that one, with https where the service uses it.",
		),
	),
	...[400, 404, 405, 406, 410, 501].map((status) => onStatus(status, wrongAddress)),
	...[500, 502, 503, 504].map((status) =>
		onStatus(
			status,
			`The address answers with status ${status}: the service, or a proxy before it, is not working at the moment. Try again later.`,
		),
	),
	...['<', '{', '"', ' ', '\n', '\r', '\t', '\uFEFF', undefined].map(onFirstCharacter),
];

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
			required: true,
			default: 'http://localhost:8080',
			placeholder: 'e.g. https://sealkeeper.example.com',
			description: 'Where Sealer, Tracker and Keeper are served',
		},
		{
			displayName: 'Storage Address',
			name: 'storageUrl',
			type: 'string',
			required: true,
			default: 'http://localhost:8080/storage',
			placeholder: 'e.g. https://sealkeeper.example.com/storage',
			description: 'Where Distributed Storage is served',
		},
		{
			displayName: 'Sealer Product ID',
			name: 'sealerProductId',
			type: 'string',
			default: '',
			description: 'The product that Sealer nodes work in, unless they name another one',
		},
		{
			displayName: 'Tracker Product ID',
			name: 'trackerProductId',
			type: 'string',
			default: '',
			description: 'The product that Tracker nodes work in, unless they name another one',
		},
		{
			displayName: 'Keeper Product ID',
			name: 'keeperProductId',
			type: 'string',
			default: '',
			description: 'The product that Keeper nodes work in, unless they name another one',
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

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{$credentials.baseUrl.replace(/\\/+$/, "")}}',
			url: '/products',
			method: 'GET',
			encoding: 'text',
			disableFollowRedirect: true,
		},
		// n8n checks rules of both types in one list; its type only knows lists of one type.
		rules: [...rules] as IAuthenticateRuleResponseCode[],
	};
}
