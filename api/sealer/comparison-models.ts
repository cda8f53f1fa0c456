import type { ModelField } from '../language/description';
import { accuracy, figures } from '../comparison/figures';
import { keeperModels, reportLink } from '../keeper/models';

const { added, removed, changed, moved, changes, ...told } = figures;

const compared = {
	accuracy: {
		...accuracy,
		description: 'Similarity from 0 to 1; 1 only for equal content, however it was saved',
	},
	fileUrl: reportLink.fileUrl,
	changedText: {
		type: 'string',
		many: true,
		example: '2',
		description:
			'The texts that differ, as the file sent has them, or as they were where it has none, in the order of the document, at most 1,000 of them',
	},
	outcome: {
		...keeperModels.CompareResponse.outcome,
		description: 'What the comparison came to',
	},
	equal: { ...told.equal, description: 'Whether nothing differs in content' },
	identical: told.identical,
	method: told.method,
	unit: {
		...told.unit,
		description: 'What the counts and changes are in; absent where nothing was counted',
	},
	added,
	removed,
	changed,
	moved,
	changes,
	notes: told.notes,
	summary: told.summary,
	expires: { ...reportLink.expires, beyond: true },
	files: { ...reportLink.files, beyond: true },
} as const satisfies Readonly<Record<string, ModelField>>;

export const sealerComparisonModels = {
	SealerCompareResponse: compared,
	ContractSignatureDiffResponse: {
		description: {
			type: 'string',
			example: 'Of 2 signatures the nearest is that of ben@signers.example: it is the same.',
			description: 'Which signature of the contract the answer is about, in a sentence',
		},
		...compared,
		signatures: {
			type: 'object',
			many: true,
			beyond: true,
			description: 'What the comparison with each signature came to, in the order of the signers',
			fields: {
				signerEmail: {
					type: 'string',
					example: 'ben@signers.example',
					description: 'The signer',
				},
				accuracy,
				identical: {
					type: 'boolean',
					description: 'Whether the picture is the same, byte for byte',
				},
			},
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
