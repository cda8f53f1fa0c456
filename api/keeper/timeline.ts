/** Keeper: a file's history, in one order: versions, rules, approvals and comparisons. */
import { comparisonRules } from '../comparison/rules';
import { comparisonModels } from './comparison-models';
import type { EndpointDescription, ModelField } from '../language/description';
import { fileId, paging, productId } from '../language/fields';
import { productErrors } from './fields';
import { blockchainStatus, sameAsVersion } from '../language/model-fields';

const { result: _whole, ...comparison } = comparisonModels.Comparison;

export const keeperTimeline = {
	listTimeline: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/files/{fileId}/timeline',
		summary:
			'List what happened to a file, a deleted one too, in one order: versions, rules, approvals and comparisons',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			fileId,
			newestFirst: {
				in: 'query',
				type: 'boolean',
				description:
					'Whether to begin with what happened last; what happens meanwhile then moves the others on to later pages',
			},
			...paging,
		},
		reply: { status: 200, kind: 'list', model: 'TimelineEntry' },
		errors: [...productErrors, 'Breadcrumbing_FileNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;

export const timelineKinds = ['Version', 'Rules', 'Approval', 'Comparison'] as const;

export const timelineModels = {
	TimelineEntry: {
		kind: {
			type: 'string',
			choices: timelineKinds,
			description:
				'Whether a version was kept, rules were set, a version was approved, or a comparison asked for',
		},
		id: {
			type: 'string',
			example: '65f0c0ffee0123456789abcd',
			description:
				'Identifier of the version, the setting of rules, the approval or the comparison',
		},
		creationDate: {
			type: 'string',
			format: 'date-time',
			example: '2026-01-31T09:30:00.000Z',
			description: 'When, ISO 8601 in UTC with milliseconds; of a comparison when it was asked for',
		},
		createdByEmail: {
			type: 'string',
			format: 'email',
			example: 'ann@harbour.example',
			description: 'E-mail address of the user who kept, set, approved or asked for it',
		},
		version: {
			type: 'integer',
			optional: true,
			example: 2,
			description:
				'Number of the version that was kept, was approved, or is compared with; the older one of two; absent where rules were set',
		},
		versionId: {
			type: 'string',
			optional: true,
			example: '65f0c0ffee0123456789abcd',
			description: 'Identifier of that version',
		},
		fileName: {
			type: 'string',
			optional: true,
			example: 'terms.txt',
			description: 'File name of the version kept, or of the file sent to be compared',
		},
		sameAsVersion,
		isApproved: {
			type: 'boolean',
			optional: true,
			description: 'Of an approval: whether no later one has taken its place',
		},
		rules: {
			type: 'object',
			optional: true,
			fields: comparisonRules,
			description: 'Where rules were set: the rules from then on; empty where they were taken away',
		},
		blockchainStatus: { ...blockchainStatus, optional: true },
		comparison: {
			type: 'object',
			optional: true,
			fields: comparison,
			description: 'Of a comparison: its record',
		},
	},
} as const satisfies Readonly<Record<string, Readonly<Record<string, ModelField>>>>;
