import type { IDataObject } from 'n8n-workflow';
import type { WireFile } from './multipart';

export type WireValue =
	| (string | number | boolean | WireFile | IDataObject)
	| (readonly string[] | readonly WireFile[] | readonly IDataObject[]);
export type WireValues = Readonly<Record<string, WireValue | undefined>>;
