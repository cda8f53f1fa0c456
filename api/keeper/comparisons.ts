import type { EndpointDescription } from '../language/description';
import {
	creationKey,
	displayName,
	fileId,
	idempotencyErrors,
	paging,
	path,
	productId,
} from '../language/fields';
import {
	acceptedComparison as otherReplies,
	accuracy,
	anyUploadErrors,
	asynchronous,
	diffReport,
	formFolderId,
	productErrors,
	uploadErrors,
	versionId,
} from './fields';
import { rulesInJson, rulesOnce } from '../comparison/rules';

const file = {
	in: 'form',
	type: 'file',
	required: true,
	description: 'The file to compare',
} as const;

/** Shared by every comparison with a kept version. */
const keptErrors = [
	'Keeper_Deleted',
	'Keeper_RulesFixed',
	'Core_RecordCorrupted',
	'Keeper_ComparisonsTooMany',
	'Keeper_ComparisonsBusy',
] as const;

/** Shared by comparisons with an uploaded file. */
const comparisonErrors = [
	...productErrors,
	...uploadErrors,
	'Breadcrumbing_FileNotFound',
	'Breadcrumbing_FileTypesDoNotMatch',
	...keptErrors,
] as const;

const comparisonId = path('Identifier of the comparison');

const compared = { status: 200, kind: 'record', model: 'CompareResponse' } as const;

export const keeperComparisons = {
	keepOrCompare: {
		number: 'beyond',
		method: 'POST',
		path: '/keeper/{productId}/files/keep-or-compare',
		summary:
			'Keep a file when its name is new in the folder, else compare it with the one of that name',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			folderId: { ...formFolderId, required: true },
			displayName: {
				...displayName,
				description: 'The name it is found again by, letter by letter',
			},
			file: {
				...file,
				description: 'The file to keep or to compare; one without bytes is unreadable',
			},
			accuracy: {
				...accuracy,
				description: 'How fine later comparisons of a new file are; High when left out',
			},
			compareWith: {
				in: 'form',
				type: 'string',
				choices: ['Latest', 'Original', 'Approved'],
				description:
					'The version to compare with, Latest when left out; Approved means the original as long as none is',
			},
			keepNewVersion: {
				in: 'form',
				type: 'boolean',
				description: 'Whether to keep it as the next version when it differs from the latest',
			},
			rules: {
				...rulesOnce,
				description:
					'What comparisons leave out or take less strictly: kept with a new file, and in this comparison in place of the rules of a known one',
			},
			...diffReport,
			...asynchronous,
			'idempotency-key': creationKey,
		},
		reply: { status: 200, kind: 'record', model: 'KeepOrCompareResponse' },
		otherReplies,
		errors: [
			...productErrors,
			...anyUploadErrors,
			'Keeper_FolderNotFound',
			'Keeper_NameAmbiguous',
			'Keeper_Unreadable',
			...keptErrors,
			...idempotencyErrors,
		],
	},
	compareWithLatest: {
		number: 'E10',
		method: 'POST',
		path: '/keeper/{productId}/files/{fileId}/compare/latest',
		summary: 'Compare a file with the latest version kept',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, file, rules: rulesOnce, ...diffReport, ...asynchronous },
		reply: compared,
		otherReplies,
		endsWithCaller: true,
		errors: comparisonErrors,
	},
	compareWithOriginal: {
		number: 'beyond',
		method: 'POST',
		path: '/keeper/{productId}/files/{fileId}/compare/original',
		summary: 'Compare a file with the first version kept',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, file, rules: rulesOnce, ...diffReport, ...asynchronous },
		reply: compared,
		otherReplies,
		endsWithCaller: true,
		errors: comparisonErrors,
	},
	compareWithVersion: {
		number: 'beyond',
		method: 'POST',
		path: '/keeper/{productId}/files/{fileId}/versions/compare/{versionId}',
		summary: 'Compare a file with a version kept',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			fileId,
			versionId,
			file,
			rules: rulesOnce,
			...diffReport,
			...asynchronous,
		},
		reply: compared,
		otherReplies,
		endsWithCaller: true,
		errors: [...comparisonErrors, 'Keeper_VersionNotFound'],
	},
	compareVersions: {
		number: 'beyond',
		method: 'POST',
		path: '/keeper/{productId}/files/{fileId}/versions/{versionId}/compare/{otherVersionId}',
		summary: 'Compare two versions kept of a file, the first as the older one',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			fileId,
			versionId,
			otherVersionId: path('Identifier of the version that is compared with it'),
			rules: { ...rulesInJson, description: rulesOnce.description },
			generateDiffFile: { ...diffReport.generateDiffFile, in: 'json' },
			prefer: asynchronous.prefer,
			respondAsync: { ...asynchronous.respondAsync, in: 'json' },
		},
		reply: compared,
		otherReplies,
		endsWithCaller: true,
		errors: [
			...productErrors,
			'Request_TooLarge',
			'Request_UnsupportedMediaType',
			'Storage_QuotaExceeded',
			'Breadcrumbing_FileNotFound',
			'Keeper_VersionNotFound',
			...keptErrors,
		],
	},
	listComparisons: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/files/{fileId}/comparisons',
		summary: 'List the comparisons made of a file, a deleted one too: the newest 1000 are kept',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, ...paging },
		reply: { status: 200, kind: 'list', model: 'Comparison' },
		errors: [...productErrors, 'Breadcrumbing_FileNotFound'],
	},
	getComparison: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/files/{fileId}/comparisons/{comparisonId}',
		summary: 'Fetch the record of a comparison, and wait for its end if asked to',
		caller: ['KeeperAdmin'],
		fields: {
			productId,
			fileId,
			comparisonId,
			waitMs: {
				in: 'query',
				type: 'integer',
				minimum: 0,
				maximum: 30_000,
				description:
					'How long to wait for its end, in milliseconds; the record is answered then as it is',
			},
		},
		reply: { status: 200, kind: 'record', model: 'Comparison' },
		errors: [...productErrors, 'Breadcrumbing_FileNotFound', 'Keeper_ComparisonNotFound'],
	},
	cancelComparison: {
		number: 'beyond',
		method: 'DELETE',
		path: '/keeper/{productId}/files/{fileId}/comparisons/{comparisonId}',
		summary: 'Cancel a comparison under way; one that has ended stays as it is',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, comparisonId },
		reply: { status: 200, kind: 'record', model: 'Comparison' },
		errors: [...productErrors, 'Breadcrumbing_FileNotFound', 'Keeper_ComparisonNotFound'],
	},
	listReports: {
		number: 'beyond',
		method: 'GET',
		path: '/keeper/{productId}/files/{fileId}/reports',
		summary: 'List the diff reports made of a file',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, ...paging },
		reply: { status: 200, kind: 'list', model: 'DiffReport' },
		errors: [...productErrors, 'Breadcrumbing_FileNotFound'],
	},
	linkReport: {
		number: 'beyond',
		method: 'POST',
		path: '/keeper/{productId}/files/{fileId}/reports/{reportId}/links',
		summary: 'Make another link to a diff report, which ends with the report',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, reportId: path('Identifier of the diff report') },
		reply: { status: 201, kind: 'record', model: 'DiffReportLink' },
		errors: [
			...productErrors,
			'Breadcrumbing_FileNotFound',
			'Keeper_ReportNotFound',
			'Keeper_ReportEnded',
		],
	},
	revokeReport: {
		number: 'beyond',
		method: 'DELETE',
		path: '/keeper/{productId}/files/{fileId}/reports/{reportId}',
		summary: 'Revoke the link of a diff report, and erase the report',
		caller: ['KeeperAdmin'],
		fields: { productId, fileId, reportId: path('Identifier of the diff report') },
		reply: { status: 200, kind: 'record', model: 'DiffReport' },
		errors: [...productErrors, 'Breadcrumbing_FileNotFound', 'Keeper_ReportNotFound'],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
