/** Keeper: compares two files once. Neither is kept, and their report ends after a day. */
import type { EndpointDescription, Field } from '../language/description';
import { rulesOnce } from '../comparison/rules';
import { accuracy, diffReport, uploadErrors } from './fields';

/** Limits of callers without a key, where the operator lets them compare. */
export const openLimits = {
	fileMebibytesMax: 20,
	comparisonsPerMinuteMax: 10,
} as const;

const bound = `without a key at most ${openLimits.fileMebibytesMax} MiB`;

const side = (description: string) =>
	({ in: 'form', type: 'file', required: true, description }) as const satisfies Field;

export const twoFiles = {
	compareTwoFiles: {
		number: 'beyond',
		method: 'POST',
		path: '/compare',
		summary: 'Compare two files and keep neither; the link to their report ends after a day',
		caller: ['KeeperAdmin'],
		isOpenable: true,
		fields: {
			accuracy: { ...accuracy, default: 'High', description: 'How fine the comparison is' },
			rules: {
				...rulesOnce,
				description: 'What the comparison leaves out or takes less strictly',
			},
			generateDiffFile: diffReport.generateDiffFile,
			kept: side(`The file that is there already, such as the older one; ${bound}`),
			sent: side(`The file to compare with it; ${bound}`),
		},
		reply: { status: 200, kind: 'record', model: 'CompareResponse' },
		endsWithCaller: true,
		errors: [
			'Auth_RoleMissing',
			...uploadErrors,
			'Keeper_ComparisonsTooMany',
			'Keeper_ComparisonsBusy',
		],
	},
} as const satisfies Readonly<Record<string, EndpointDescription>>;
