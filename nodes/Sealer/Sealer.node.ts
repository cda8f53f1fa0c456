/**
 * The Sealer node: contracts, their signing, and templates. What it shows is in `screen.ts`, the
 * pairs of signers and signatures in `signers.ts`.
 */
import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { executeItems } from '../wire/execute';
import { nodeProperties } from '../wire/properties';
import { listSearch } from '../wire/search';
import { verifying } from '../wire/verify';
import { sealerScreen } from './screen';
import { readSigners } from './signers';

export class Sealer implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Sealer',
		name: 'sealer',
		icon: { light: 'file:sealer.svg', dark: 'file:sealer.dark.svg' },
		group: ['transform'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description: 'Create contracts, have them signed or sign them',
		defaults: { name: 'Sealer' },
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		usableAsTool: true,
		credentials: [{ name: 'sealkeeperApi', required: true }],
		properties: nodeProperties(sealerScreen),
	};

	methods = {
		listSearch: {
			searchContracts: listSearch('sealer', 'listContracts', 'displayName'),
			searchTemplates: listSearch('sealer', 'listTemplates', 'displayName'),
		},
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await executeItems(this, {
			screen: sealerScreen,
			operations: {
				'contract.create': { values: readSigners },
				'contract.verify': verifying({ kinds: ['contract'], id: 'contractId' }),
				'contract.verifySignature': verifying({
					...{ kinds: ['contract-signature'], id: 'contractId', position: 'position' },
				}),
				'template.verify': verifying({ kinds: ['template'], id: 'templateId' }),
			},
		});
	}
}
