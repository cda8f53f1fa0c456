/** The records of the keeper: folders, files, versions, comparisons and their reports. */
import type { ModelField } from './description';
import {
	blockchainStatus,
	corrupted,
	creationDate,
	displayName,
	expires,
	id,
	isDeleted,
	ownerEmail,
} from './model-fields';

export const keeperModels = {
	KeeperFolder: {
		id,
		createdByEmail: {
			type: 'string',
			format: 'email',
			example: 'ann@harbour.example',
			description: 'E-mail address of the user who created it',
		},
		name: { type: 'string', example: 'Agreements', description: 'Name of the folder' },
		fileQuantity: { type: 'integer', example: 3, description: 'Files in the folder' },
		blockchainStatus: corrupted,
		creationDate,
		isDeleted,
	},
	KeeperFile: {
		id,
		folderId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcf',
			description: 'The folder it lies in',
		},
		displayName,
		ownerEmail,
		fileName: {
			type: 'string',
			example: 'terms.txt',
			description: 'File name of the first version',
		},
		fileType: {
			type: 'string',
			choices: ['Image', 'Text', 'Binary', 'Json', 'Xml', 'Pdf'],
			description: 'What kind of content it is compared as',
		},
		accuracyLevel: {
			type: 'string',
			choices: ['Lowest', 'Low', 'Medium', 'High', 'Excellent'],
			description: 'How fine the comparison is',
		},
		versionQuantity: {
			type: 'integer',
			example: 2,
			description: 'Versions kept, the first included',
		},
		blockchainStatus,
		creationDate,
		isDeleted,
	},
	KeeperFileVersion: {
		id,
		version: { type: 'integer', example: 2, description: 'Number of the version, from 1' },
		ownerEmail,
		fileName: {
			type: 'string',
			beyond: true,
			example: 'terms.txt',
			description: 'File name it was sent with',
		},
		fileHash: {
			type: 'string',
			beyond: true,
			example: '256c83b297114d201b30179f3f0ef0cace9783622da5974326b436178aeef610',
			description: 'Its fingerprint: BLAKE2b-256 of the bytes, lower-case hex',
		},
		hasContent: {
			type: 'boolean',
			beyond: true,
			description: 'Whether its bytes are kept; without them its fingerprint alone is',
		},
		blockchainStatus,
		creationDate,
	},
	KeeperFileSearch: {
		exists: { type: 'boolean', description: 'Whether a file of the same bytes is kept' },
		fileIds: {
			type: 'string',
			many: true,
			example: '65f0c0ffee0123456789abcd',
			description: 'The files with a version of the same bytes, the first kept first, at most 100',
		},
	},
	CompareResponse: {
		accuracy: {
			type: 'number',
			example: 0.98,
			description: 'Similarity from 0 to 1; 1 only for equal content at the level of the file',
		},
		fileUrl: {
			type: 'string',
			format: 'uri',
			optional: true,
			example: 'http://localhost:8080/reports/5dM0sTtYbC3vQvVbq7c1uXv8oJr2aYx0hZkD4m9nE6w',
			description: 'Address of the diff report, when one was asked for and the type allows it',
		},
		reportId: {
			type: 'string',
			optional: true,
			example: '65f0c0ffee0123456789abd0',
			description: 'Identifier of the diff report, by which its link is revoked',
		},
		expires: {
			...expires,
			optional: true,
			description: 'When the address of the diff report ends',
		},
		proofUrl: {
			type: 'string',
			format: 'uri',
			optional: true,
			beyond: true,
			example:
				'http://localhost:8080/keeper/65f0c0ffee0123456789abc1/files/65f0c0ffee0123456789abd2/versions/65f0c0ffee0123456789abd2/proof',
			description:
				'Where the proof lies of the version that was compared, beside a diff report; it asks for a key as the version does',
		},
	},
	DiffReport: {
		id,
		fileName: {
			type: 'string',
			example: 'Terms - differences.html',
			description: 'What a browser saves it as',
		},
		status: {
			type: 'string',
			choices: ['Open', 'Revoked', 'Expired'],
			description: 'Whether its link works; where it does not, the report is erased',
		},
		creationDate,
		expires,
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
