/**
 * Signers of a new contract and their signatures: entered as pairs, or taken from two lists. The
 * i-th signature belongs to the i-th signer, so lists of different length are refused before
 * anything is sent.
 */
import type { INodeProperties } from 'n8n-workflow';
import { readText, refuseItem, type Item } from '../wire/item';
import { readFile } from '../wire/values';
import type { WireValues } from '../wire/call/wire-values';

export const signerProperties: readonly INodeProperties[] = [
	{
		displayName: 'Enter Signers',
		name: 'signerSource',
		type: 'options',
		options: [
			{ name: 'One by One', value: 'pairs', description: 'An entry for each signer' },
			{ name: 'From Lists', value: 'lists', description: 'Up to 100 signers from the data' },
		],
		default: 'pairs',
		description: 'How the signers and their signatures are given',
	},
	{
		displayName: 'Signers',
		name: 'signers',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, sortable: true },
		displayOptions: { show: { signerSource: ['pairs'] } },
		placeholder: 'Add Signer',
		default: { signer: [{ email: '', signatureField: '' }] },
		description:
			'The signers in order. With a signature for each of them the contract is signed at once; with none, each signer gets an e-mail with a link.',
		options: [
			{
				displayName: 'Signer',
				name: 'signer',
				values: [
					{
						displayName: 'Code',
						name: 'code',
						type: 'options',
						options: [
							{ name: 'Given', value: 'Given', description: 'You tell it the signer yourself' },
							{ name: 'Mail', value: 'Mail', description: 'It is mailed to the signer' },
							{ name: 'None', value: 'None' },
						],
						default: 'None',
						description: 'What the signer enters at the link before seeing the contract',
					},
					{
						displayName: 'Email',
						name: 'email',
						type: 'string',
						placeholder: 'name@email.com',
						default: '',
						description: 'E-mail address of the signer',
					},
					{
						displayName: 'Given Code',
						name: 'givenCode',
						type: 'string',
						typeOptions: { password: true },
						displayOptions: { show: { code: ['Given'] } },
						default: '',
						description: 'Tell it the signer in another way than by mail; 4 to 40 characters',
					},
					{
						displayName: 'Role',
						name: 'role',
						type: 'options',
						options: [
							{ name: 'Approver', value: 'Approver', description: 'Approves without a signature' },
							{
								name: 'Copy Recipient',
								value: 'CopyRecipient',
								description: 'Reads it by a link and is told how it ends',
							},
							{ name: 'Signer', value: 'Signer' },
						],
						default: 'Signer',
						description: 'What the signer is asked for',
					},
					{
						displayName: 'Signature Data Field Name',
						name: 'signatureField',
						type: 'string',
						placeholder: 'e.g. signature',
						default: '',
						description:
							'Name of the input field that contains the signature file; leave it empty to have the signer asked by e-mail',
					},
				],
			},
		],
	},
	{
		displayName: 'Signer Emails',
		name: 'signerEmails',
		type: 'string',
		displayOptions: { show: { signerSource: ['lists'] } },
		required: true,
		placeholder: 'name@email.com',
		default: '',
		description: 'Comma-separated list or an expression that gives an array, in order',
	},
	{
		displayName: 'Signature Data Field Names',
		name: 'signatureFields',
		type: 'string',
		displayOptions: { show: { signerSource: ['lists'] } },
		placeholder: 'e.g. signature1, signature2',
		default: '',
		description:
			'Names of the input fields that contain the signatures, in the order of the signers. Comma-separated list or an expression that gives an array; leave it empty to have the signers asked by e-mail.',
	},
];

interface Signer {
	readonly email: string;
	readonly role: string;
	readonly signatureField: string;
	readonly code: string;
	readonly givenCode: string;
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value.trim() : '';
}

function readPairs(item: Item): readonly Signer[] {
	const entries: unknown = item.context.getNodeParameter('signers.signer', item.itemIndex, []);
	const signers = (Array.isArray(entries) ? entries : []).map(
		(entry: Readonly<Partial<Record<keyof Signer, unknown>>>) => ({
			email: textOf(entry.email),
			// Older workflows have no roles, and no codes.
			role: textOf(entry.role) || 'Signer',
			signatureField: textOf(entry.signatureField),
			code: textOf(entry.code) || 'None',
			givenCode: entry.code === 'Given' ? textOf(entry.givenCode) : '',
		}),
	);
	// The list begins with one empty entry.
	const isUntouched = signers.every(
		({ email, signatureField }) => `${email}${signatureField}` === '',
	);
	return isUntouched ? [] : signers;
}

function readList(item: Item, name: string): readonly string[] {
	const value: unknown = item.context.getNodeParameter(name, item.itemIndex, '');
	if (Array.isArray(value)) return value.map(textOf);
	const text = textOf(value);
	return text === '' ? [] : text.split(',').map(textOf);
}

function readLists(item: Item): readonly Signer[] {
	const emails = readList(item, 'signerEmails');
	const fields = readList(item, 'signatureFields');
	if (fields.length > 0 && fields.length !== emails.length) {
		throw refuseItem(
			item,
			`'Signer Emails' has ${emails.length} entries and 'Signature Data Field Names' has ${fields.length}`,
			"Give one signature for each signer, in the same order, or leave 'Signature Data Field Names' empty.",
		);
	}
	return emails.map((email, index) => ({
		email,
		role: 'Signer',
		signatureField: fields[index] ?? '',
		code: 'None',
		givenCode: '',
	}));
}

function refuseUnequal(item: Item, signers: readonly Signer[]): void {
	const signed = signers.filter((signer) => signer.signatureField !== '').length;
	if (signers.length === 0) {
		throw refuseItem(
			item,
			'The contract has no signer',
			"Add at least one entry to 'Signers', or fill in 'Signer Emails'.",
		);
	}
	const nameless = signers.findIndex((signer) => signer.email === '');
	if (nameless >= 0) {
		throw refuseItem(
			item,
			`Signer ${nameless + 1} has no e-mail address`,
			`Enter 'Email' of signer ${nameless + 1}, or remove the entry.`,
		);
	}
	if (signed > 0 && signed < signers.length) {
		throw refuseItem(
			item,
			`Only ${signed} of the ${signers.length} signers have a signature`,
			"Fill in 'Signature Data Field Name' for every signer, to sign at once, or for none, to have each asked by e-mail.",
		);
	}
}

/** `values` of the operation Create: the fields of signers and `signatures`, in order. */
export async function readSigners(item: Item): Promise<WireValues> {
	const fromLists = readText(item, 'signerSource') === 'lists';
	const signers = fromLists ? readLists(item) : readPairs(item);
	refuseUnequal(item, signers);
	const fields = signers.map((signer) => signer.signatureField).filter((field) => field !== '');
	const roles = signers.map((signer) => signer.role);
	const codes = signers.map((signer) => signer.code);
	return {
		signerEmails: signers.map((signer) => signer.email),
		...(roles.some((role) => role !== 'Signer') && { signerRoles: roles }),
		...(codes.some((code) => code !== 'None') && { signerCodes: codes }),
		...(codes.includes('Given') && { givenCodes: signers.map((signer) => signer.givenCode) }),
		signatures: await Promise.all(fields.map((field) => readFile(item, field))),
	};
}
