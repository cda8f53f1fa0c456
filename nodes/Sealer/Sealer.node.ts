/** The Sealkeeper Sealer node: contracts, signing, signatures and templates. */
import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
	type IWebhookFunctions,
	type IWebhookResponseData,
} from 'n8n-workflow';
import { testConnection } from '../wire/call/connection-test';
import { executeItems, type NodeBehaviour } from '../wire/execute';
import { productOptions } from '../wire/products';
import { countedRun } from '../wire/once';
import { nodeProperties } from '../wire/properties';
import { listSearch } from '../wire/search';
import { subtitle } from '../wire/subtitle';
import { verifying } from '../wire/verify';
import { compare } from './comparison-screen';
import {
	completionOf,
	reserveWaiting,
	resume,
	resumeMethods,
	resumeWebhooks,
	waitForCompletion,
} from './completion';
import { download } from './download';
import { readFieldValues, readPlacedFields } from './fields';
import { sealerScreen } from './screen';
import { readSigners } from './signers';

const code: NodeBehaviour = {
	screen: sealerScreen,
	operations: {
		'contract.create': {
			values: async (item) => ({
				...(await readSigners(item)),
				...readPlacedFields(item),
				...readFieldValues(item),
			}),
		},
		'contract.sign': { values: (item) => Promise.resolve(readFieldValues(item)) },
		'contract.signWithLast': { values: (item) => Promise.resolve(readFieldValues(item)) },
		'template.create': { values: (item) => Promise.resolve(readPlacedFields(item)) },
		'contract.waitForCompletion': { perform: completionOf },
		'contract.verify': verifying({ kinds: ['contract'], id: 'contractId' }),
		'contract.verifySignature': verifying({
			kinds: ['contract-signature'],
			id: 'contractId',
			position: 'position',
		}),
		'contract.verifyStep': verifying({
			kinds: ['contract-step'],
			id: 'contractId',
			step: 'stepId',
		}),
		'signature.verify': verifying({ kinds: ['signature'], id: 'signatureId' }),
		'signature.verifyDeletion': verifying({ kinds: ['signature-deletion'], id: 'signatureId' }),
		'contract.convertToPdf': { perform: download },
		'contract.download': { perform: download },
		'contract.downloadSealed': { perform: download },
		'template.download': { perform: download },
		'contract.compare': { perform: compare },
		'contract.compareSignature': { perform: compare },
		'signature.compare': { perform: compare },
		'template.compare': { perform: compare },
		'contract.verifySeal': verifying({ kinds: ['contract-seal'], id: 'contractId' }),
		'template.verifyDeletion': verifying({ kinds: ['template-deletion'], id: 'templateId' }),
		'template.verify': verifying({ kinds: ['template'], id: 'templateId' }),
	},
};

export class Sealer implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealkeeper Sealer',
		name: 'sealer',
		icon: { light: 'file:sealer.svg', dark: 'file:sealer.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: subtitle(sealerScreen),
		description: 'Create contracts, have them signed or sign them',
		defaults: { name: 'Sealkeeper Sealer' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		webhooks: resumeWebhooks,
		credentials: [{ name: 'sealkeeperApi', required: true, testedBy: 'testConnection' }],
		properties: nodeProperties(sealerScreen),
	};

	methods = {
		credentialTest: { testConnection },
		loadOptions: { getProducts: productOptions('sealer') },
		listSearch: {
			searchContracts: listSearch('sealer', 'listContracts', 'displayName', {
				own: 'listOwnContracts',
			}),
			searchSignatures: listSearch('sealer', 'listSignatures', 'displayName'),
			searchTemplates: listSearch('sealer', 'listTemplates', 'displayName'),
		},
	};

	/** Required by n8n's rules for webhooks; the execution itself registers its resume. */
	webhookMethods = resumeMethods;

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await countedRun(this, () =>
			waitForCompletion(this, async () => {
				await reserveWaiting(this);
				return await executeItems(this, code);
			}),
		);
	}

	async webhook(this: IWebhookFunctions): Promise<IWebhookResponseData> {
		return await resume(this);
	}
}
