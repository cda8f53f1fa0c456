import type { OperationScreen } from '../wire/screen';
import { file } from './fields';

const comparisonId = { as: 'parameter', label: 'Comparison ID' } as const;

export const historyOperations: ReadonlyArray<OperationScreen<'keeper'>> = [
	{
		endpoint: 'listTimeline',
		resource: 'file',
		operation: 'getTimeline',
		name: 'Get Timeline',
		action: 'Get the timeline of a file',
		fields: {
			fileId: file,
			newestFirst: {
				as: 'option',
				label: 'Newest First',
				description: 'Whether to begin with what happened last',
			},
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
	{
		endpoint: 'getComparison',
		resource: 'comparison',
		operation: 'get',
		name: 'Get',
		action: 'Get a comparison',
		fields: {
			fileId: file,
			comparisonId,
			waitMs: { as: 'option', label: 'Wait (Milliseconds)' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'listComparisons',
		resource: 'comparison',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many comparisons',
		fields: {
			fileId: file,
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
	{
		endpoint: 'cancelComparison',
		resource: 'comparison',
		operation: 'cancel',
		name: 'Cancel',
		action: 'Cancel a comparison',
		fields: { fileId: file, comparisonId, productId: { as: 'product' } },
	},
	{
		endpoint: 'linkReport',
		resource: 'report',
		operation: 'link',
		name: 'Make Link',
		action: 'Make a link to a report',
		fields: {
			fileId: file,
			reportId: { as: 'parameter', label: 'Report ID' },
			productId: { as: 'product' },
		},
	},
	{
		endpoint: 'listReports',
		resource: 'report',
		operation: 'getAll',
		name: 'Get Many',
		action: 'Get many reports',
		fields: {
			fileId: file,
			productId: { as: 'product' },
			limit: { as: 'paging' },
			offset: { as: 'paging' },
		},
	},
	{
		endpoint: 'revokeReport',
		resource: 'report',
		operation: 'revoke',
		name: 'Revoke',
		action: 'Revoke a report',
		fields: {
			fileId: file,
			reportId: { as: 'parameter', label: 'Report ID' },
			productId: { as: 'product' },
		},
	},
];
