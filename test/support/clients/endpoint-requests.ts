/**
 * A good request for every endpoint of the description, as data that a test can spoil in one
 * place: the values come from a stage that has everything an endpoint can be called with.
 */
import type { EndpointDescription, Field } from '../../../api/language/description';
import { programs } from '../../../api/programs';
import { endpointsOf, type NamedEndpoint } from '../../../server/http/routing/endpoints';
import { agreement, type Stage } from '../../api/stage';
import type { FormPart, Request } from './requests';
import { drawnSignature } from './signature-picture';

/** A request in parts: what is sent in each place, by field name. */
export interface Parts {
	readonly key: string | undefined;
	readonly path: Readonly<Record<string, string>>;
	/** Text after the question mark, already encoded. */
	readonly query: string;
	readonly headers: Readonly<Record<string, string>>;
	readonly json: Readonly<Record<string, unknown>>;
	readonly form: readonly FormPart[];
}

/** Every endpoint at each of its paths, the older ones included. */
export function everyPath(): readonly NamedEndpoint[] {
	return endpointsOf(programs.service).flatMap((named) => {
		const { alsoAt } = named.endpoint;
		if (alsoAt === undefined) return [named];
		return [named, { ...named, endpoint: { ...named.endpoint, ...alsoAt } }];
	});
}

/** The name of the endpoint as tests print it. */
export function endpointName({ area, operation, endpoint }: NamedEndpoint): string {
	return endpoint.number === 'beyond'
		? `${area}.${operation}`
		: `${endpoint.number} ${area}.${operation}`;
}

export function bodyOf(endpoint: EndpointDescription): 'json' | 'form' | undefined {
	const places = Object.values(endpoint.fields).map((field) => field.in);
	return places.includes('form') ? 'form' : places.includes('json') ? 'json' : undefined;
}

const productIds: Readonly<Record<string, string>> = {
	sealer: 'sealerProductId',
	tracker: 'trackerProductId',
	keeper: 'keeperProductId',
	// Events are of any product.
	platform: 'trackerProductId',
};

const multiAssetIds: Readonly<Record<string, string>> = {
	assetId: 'multiAssetId',
	batchId: 'multiBatchId',
	transactionId: 'multiBatchId',
};

/** What the stage calls the value of an id field of an endpoint. */
export function stageName({ area, operation, endpoint }: NamedEndpoint, field: string): string {
	if (field === 'productId') return productIds[area] ?? field;
	if (field === 'fileId' && area === 'storage') {
		return operation === 'getFileDeletionProof' ? 'deletedStoredFileId' : 'storedFileId';
	}
	if (field === 'linkId' && area === 'storage') return 'fileLinkId';
	if (field === 'recordId') return 'assetId';
	if (field === 'fromId') return 'mailId';
	// One that somebody has signed.
	if (field === 'contractId' && operation === 'compareWithSignatures') return 'otherContractId';
	const isOfMulti = endpoint.path.includes('/multiassets/');
	return (isOfMulti ? multiAssetIds[field] : undefined) ?? field;
}

const texts: Readonly<Record<string, string>> = {
	displayName: 'Name',
	accuracy: 'Low',
	compareWith: 'Latest',
	keepNewVersion: 'true',
	generateDiffFile: 'true',
	rules: '{"ignorePatterns": ["^Printed on .*$"]}',
	mustGenerateCompareResult: 'false',
	respondAsync: 'false',
	mustGenerateFileDiff: 'true',
	reuseLastSignature: 'false',
	consent: 'true',
	signerEmails: 'signer@signers.test',
	signatureRequestMessage: 'Please read page 2.',
	signingOrder: 'Parallel',
	signerRoles: 'Signer',
	signerCodes: 'None',
	givenCodes: '',
	expires: '2100-01-01',
	expiresAt: '2100-01-01',
	expiresInDays: '30',
	reminderDays: '3',
	language: 'German',
	timeZone: 'Europe/Berlin',
};

const contents: Readonly<Record<string, string>> = {
	moreFiles: 'What the agreement is about.\n',
	file: 'One.\nTwo.\nThree.\n',
	kept: 'One.\nTwo.\n',
	sent: 'One.\nThree.\n',
	contract: agreement,
	signatures: drawnSignature(),
	signature: drawnSignature(),
	logo: drawnSignature(),
};

/** What a signature is added by, or compared with, is a picture. */
const ofPictures: readonly string[] = [
	...['addSignature', 'compareWithSignature', 'compareWithSignatures'],
];

function contentOf({ operation }: NamedEndpoint, name: string): string {
	// Answered as it is sent; a document would need LibreOffice.
	if (operation === 'convertToPdf') return '%PDF-1.7\n';
	return ofPictures.includes(operation) ? drawnSignature() : (contents[name] ?? '');
}

function formPart(named: NamedEndpoint, [name, field]: [string, Field], stage: Stage): FormPart {
	if (field.type === 'file') {
		return {
			name,
			fileName: `${name}.txt`,
			contentType: 'text/plain',
			content: contentOf(named, name),
		};
	}
	return { name, value: texts[name] ?? stage.value(stageName(named, name)) };
}

function jsonValue(named: NamedEndpoint, name: string, stage: Stage): unknown {
	if (name === 'amount' || name === 'lifetimeDays') return 1;
	if (name === 'generateDiffFile' || name === 'keepsContent') return true;
	if (name === 'respondAsync') return false;
	if (name === 'url') return 'http://127.0.0.1:1/hook';
	if (name === 'view') return 'Opened';
	if (name === 'expires') return texts[name];
	// Of a link, which works for a year at most.
	if (name === 'expiresAt') return new Date(Date.now() + 3_600_000).toISOString();
	if (name === 'expiresInMinutes' || name === 'downloadsMax') return 60;
	if (name === 'after' || name === 'graceHours') return 0;
	if (name === 'types') return ['asset.reversed'];
	if (name === 'productId') return stage.value(stageName(named, name));
	if (name === 'rules') return { ignorePatterns: ['^Printed on .*$'] };
	if (name === 'metadata') return { order: '4711' };
	if (name === 'userId') return stage.value(name);
	if (name === 'signerEmail') return stage.value('sealerUserEmail');
	if (name === 'email' && named.operation === 'handOverContract')
		return stage.value('sealerAdminEmail');
	if (name === 'program') return stage.value(name);
	if (name === 'page') return '/admin';
	if (['heldTransfers', 'waitingPayouts', 'openAlarms'].includes(name)) return 1;
	if (name === 'colour') return '#0b6e4f';
	if (name === 'networks') return ['127.0.0.0/8', '::1'];
	if (name === 'code') return 'Blue horse';
	if (name === 'email') return `dora@${stage.value('domain')}`;
	if (name === 'roles') return ['KeeperAdmin'];
	if (name === 'assetIds') return [stage.value('assetId')];
	if (name === 'assetDisplayNames') return ['A name'];
	if (name === 'batchIds') return [stage.value(stageName(named, 'batchId'))];
	if (name === 'items') {
		const recipientEmail = stage.value('trackerUserEmail');
		return [{ assetId: stage.value('assetId'), recipientEmail, amount: 1 }];
	}
	if (name === 'ownedId') return stage.value('userEntityId');
	return name.startsWith('recipient') ? stage.value('trackerUserEmail') : 'A name';
}

function fieldsIn({ fields }: EndpointDescription, place: Field['in']): [string, Field][] {
	return Object.entries(fields).filter(([, field]) => field.in === place);
}

/**
 * The first entry of the log, and the tree of it alone, which every stage with a record has; the first
 * signer of a contract.
 */
const numbers: Readonly<Record<string, string>> = {
	...{ index: '0', treeSize: '1', from: '1', to: '1', position: '1' },
};

/** The query with another value of a field. */
export function withQuery(query: string, name: string, values: readonly string[]): string {
	const others = query.split('&').filter((part) => part !== '' && !part.startsWith(`${name}=`));
	return [...others, ...values.map((value) => `${name}=${value}`)].join('&');
}

/** What a signer does, whoever else may do everything. */
const ofSigners: readonly string[] = ['signContract', 'declineContract'];

/** Fields on the pages of a PDF, which the other values of a request are not about. */
const ofPdfs: readonly string[] = ['fields', 'fieldValues'];

/** Further files of a contract, which the contract that is signed has none of. */
const ofSeveralFiles = (operation: string, name: string) =>
	operation === 'signContract' && name === 'moreFiles';

/** A request every endpoint answers with success; a contract is signed by its first signer. */
export function goodParts(named: NamedEndpoint, stage: Stage): Parts {
	const { operation, endpoint } = named;
	return {
		key: stage.value(ofSigners.includes(operation) ? 'sealerUserKey' : 'allRoundKey'),
		path: Object.fromEntries(
			fieldsIn(endpoint, 'path').map(([name]) => [
				name,
				numbers[name] ?? stage.value(stageName(named, name)),
			]),
		),
		query: fieldsIn(endpoint, 'query')
			.filter(([, { required }]) => required)
			.map(([name]) => `${name}=${numbers[name] ?? ''}`)
			.join('&'),
		headers: {},
		json: Object.fromEntries(
			fieldsIn(endpoint, 'json').map(([name]) => [name, jsonValue(named, name, stage)]),
		),
		form: fieldsIn(endpoint, 'form')
			.filter(([name]) => !ofPdfs.includes(name) && !ofSeveralFiles(operation, name))
			.map((field) => formPart(named, field, stage)),
	};
}

/** The request as it is sent. */
export function requestOf({ area, endpoint }: NamedEndpoint, parts: Parts, stage: Stage): Request {
	const base = stage.value(area === 'storage' ? 'sds_url' : 'base_url');
	const location = endpoint.path.replace(/\{(\w+)\}/g, (_place, name: string) =>
		encodeURIComponent(parts.path[name] ?? ''),
	);
	const body = bodyOf(endpoint);
	return {
		method: endpoint.method,
		url: `${base}${location}${parts.query === '' ? '' : `?${parts.query}`}`,
		headers: { ...(parts.key !== undefined && { 'x-api-key': parts.key }), ...parts.headers },
		...(body === 'json' && { json: parts.json }),
		...(body === 'form' && { form: parts.form }),
	};
}
