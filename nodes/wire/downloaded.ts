/** Fetches a file as n8n binary data, under the name the service gives it. */
import type { IBinaryData, INodeProperties } from 'n8n-workflow';
import { callForBytes, type Call } from './call/call';
import { fileNameOf } from './file-name';
import type { Item } from './item';

/** The output field of the file. */
export const outputField: INodeProperties = {
	displayName: 'Output Data Field Name',
	name: 'outputField',
	type: 'string',
	default: 'data',
	required: true,
	description: 'Name of the output field to put the binary file data in',
};

export async function downloaded(item: Item, call: Call, usualName?: string): Promise<IBinaryData> {
	const { stream, headers } = await callForBytes(item.context, call);
	try {
		const name = fileNameOf(headers['content-disposition']) ?? usualName;
		return await item.context.helpers.prepareBinaryData(stream, name);
	} finally {
		stream.destroy();
	}
}
