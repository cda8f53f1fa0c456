/** Comparisons of the Sealer node: with an unsigned contract, with signatures, with a template. */
import type { IDataObject } from 'n8n-workflow';
import { callForJson, type Call } from '../wire/call/call';
import { diffFile, generateDiffFile, otherNames, withDiffFile } from '../wire/diff-file';
import type { Output } from '../wire/execute';
import type { OperationScreen, ShownField } from '../wire/screen';
import type { Item } from '../wire/item';
import { contract, fileNumber } from './life-screen';
import { signature } from './signature-screen';

const template: ShownField = { as: 'parameter', label: 'Template', search: 'searchTemplates' };

const common = {
	file: { as: 'parameter', label: 'Input Data Field Name', name: 'inputField' },
	generateDiffFile,
	...otherNames,
	productId: { as: 'product' },
} as const;

export const comparisonOperations: ReadonlyArray<OperationScreen<'sealer'>> = [
	{
		endpoint: 'compareWithContract',
		resource: 'contract',
		operation: 'compare',
		name: 'Compare',
		action: 'Compare a file with a contract',
		description: 'Compare a file with a contract as it was before anybody signed',
		fields: { contractId: contract, fileNumber, ...common },
		after: diffFile,
	},
	{
		endpoint: 'compareWithSignatures',
		resource: 'contract',
		operation: 'compareSignature',
		name: 'Compare Signature',
		action: 'Compare a picture with the signatures of a contract',
		description: 'Compare a picture with every signature of a contract, and output the nearest',
		fields: { contractId: contract, ...common },
		after: diffFile,
	},
	{
		endpoint: 'compareWithSignature',
		resource: 'signature',
		operation: 'compare',
		name: 'Compare',
		action: 'Compare a picture with a signature',
		description: 'Compare a picture with a signature of your own',
		fields: { signatureId: signature, ...common },
		after: diffFile,
	},
	{
		endpoint: 'compareWithTemplate',
		resource: 'template',
		operation: 'compare',
		name: 'Compare',
		action: 'Compare a file with a template',
		fields: { templateId: template, ...common },
		after: diffFile,
	},
];

/** `perform` of all comparisons. */
export async function compare(item: Item, call: Call): Promise<readonly Output[]> {
	return [await withDiffFile(item, (await callForJson(item.context, call)) as IDataObject)];
}
