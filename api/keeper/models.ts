import { accuracyLevels } from '../comparison/levels';
import type { ModelField } from '../language/description';
import { accuracy, figures } from '../comparison/figures';
import { reportFiles } from '../comparison/report-files';
import { comparisonRules } from '../comparison/rules';
import {
	blockchainStatus,
	corrupted,
	creationDate,
	displayName,
	expires,
	id,
	isDeleted,
	ownerEmail,
	sameAsVersion,
} from '../language/model-fields';

/** Identifies the comparison in the file's history. */
const comparisonId = {
	type: 'string',
	optional: true,
	beyond: true,
	example: '65f0c0ffee0123456789abd7',
	description: 'Identifier of the record of this comparison',
} as const satisfies ModelField;

/** Fields of a reply with a diff report. */
export const reportLink = {
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
	files: reportFiles,
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
} as const satisfies Readonly<Record<string, ModelField>>;

export const keeperModels = {
	ComparisonRules: comparisonRules,
	KeeperFolder: {
		id,
		createdByEmail: {
			type: 'string',
			format: 'email',
			example: 'ann@harbour.example',
			description: 'E-mail address of the user who created it',
		},
		name: { type: 'string', example: 'Agreements', description: 'Name of the folder' },
		keepsContent: {
			type: 'boolean',
			example: true,
			description:
				'Whether the bytes of its files are kept; without them only fingerprints are, by which they are compared',
		},
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
			choices: accuracyLevels,
			description: 'How fine the comparison is',
		},
		versionQuantity: {
			type: 'integer',
			example: 2,
			description: 'Versions kept, the first included',
		},
		rules: {
			type: 'object',
			fields: comparisonRules,
			optional: true,
			beyond: true,
			description: 'What comparisons of it leave out or take less strictly, where rules are kept',
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
		sameAsVersion,
		hasContent: {
			type: 'boolean',
			beyond: true,
			description: 'Whether its bytes are kept; without them its fingerprint alone is',
		},
		isApproved: {
			type: 'boolean',
			beyond: true,
			description: 'Whether it is the version approved last',
		},
		approvedByEmail: {
			type: 'string',
			format: 'email',
			optional: true,
			beyond: true,
			example: 'ann@harbour.example',
			description: 'Who approved it last, where somebody has',
		},
		approvalDate: {
			type: 'string',
			format: 'date-time',
			optional: true,
			beyond: true,
			example: '2026-01-31T09:30:00.000Z',
			description: 'When, ISO 8601 in UTC with milliseconds',
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
		accuracy,
		outcome: {
			type: 'string',
			beyond: true,
			choices: ['equal', 'different', 'unreadable'],
			description: 'What the comparison came to at the level of the file',
		},
		...figures,
		comparisonId,
		...reportLink,
		version: {
			type: 'integer',
			optional: true,
			beyond: true,
			example: 2,
			description: 'Number of the version it was compared with',
		},
		equalsApproved: {
			type: 'boolean',
			optional: true,
			beyond: true,
			example: false,
			description:
				'Whether it is equal to the approved version at the level of the file; absent as long as none is approved',
		},
	},
	KeepOrCompareResponse: {
		outcome: {
			type: 'string',
			choices: ['kept', 'equal', 'different', 'unreadable'],
			description:
				'Kept as a new file, or what the comparison came to; what is unreadable never takes the place of a version',
		},
		accuracy,
		...figures,
		comparisonId,
		isNew: {
			type: 'boolean',
			description:
				'Whether this is news: it differs from what it was compared with and from the latest version',
		},
		isKept: { type: 'boolean', description: 'Whether it was kept, as a file or as a version' },
		fileId: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description: 'The file of that name',
		},
		version: {
			type: 'integer',
			example: 2,
			description: 'Number of the version it was compared with; 1 of a file kept as new',
		},
		versionId: {
			type: 'string',
			example: '65f0c0ffee0123456789abd2',
			description: 'Identifier of that version',
		},
		keptVersion: {
			type: 'integer',
			optional: true,
			example: 3,
			description: 'Number of the version it was kept as, when it became one',
		},
		keptVersionId: {
			type: 'string',
			optional: true,
			example: '65f0c0ffee0123456789abd3',
			description: 'Identifier of that version',
		},
		...reportLink,
		equalsApproved: {
			type: 'boolean',
			optional: true,
			example: false,
			description:
				'Whether it is equal to the approved version at the level of the file; absent as long as none is approved',
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
