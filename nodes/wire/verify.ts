/**
 * The operation Verify of the nodes: checks a proof, fetched from the service or given in a field,
 * with the public key in the credential, so that neither the service nor the connection is trusted.
 * An invalid proof is an output, not an error; the check is in `proof/`.
 */
import type { IBinaryData, IDataObject, INodeProperties } from 'n8n-workflow';
import { Blake2b256 } from '../../proof/blake2b';
import { concat } from '../../proof/bytes';
import { checkProof, readTrust, type ProofVerdict, type Trust } from '../../proof/check-proof';
import { parsedJson } from '../../proof/fields';
import { proofSizeBytesMax } from '../../proof/proof-file';
import { ProofFault } from '../../proof/proof-fault';
import { withFile } from '../../proof/proven-file';
import { ofRecord, type WantedRecord } from '../../proof/proven-record';
import { callForBytes, credentialName, type Call } from './call/call';
import type { OperationBehaviour, Output } from './execute';
import type { FieldScreen } from './screen';
import { fileNameOf } from './file-name';
import { readFlag, readText, refuseItem, type Item } from './item';
import { readBinary } from './values';

/** Condition for fields that are needed only to fetch the proof. */
const whereFetched = { proofFrom: ['service'] } as const;

/** Fields of a record that are shown only where its proof is fetched. */
export function fetched<Fields extends Readonly<Record<string, FieldScreen>>>(
	fields: Fields,
): { readonly [Name in keyof Fields]: FieldScreen } {
	const shown = Object.entries(fields).map(([name, field]) => [
		name,
		{ ...field, where: whereFetched },
	]);
	return Object.fromEntries(shown) as { readonly [Name in keyof Fields]: FieldScreen };
}

const proofSource: INodeProperties = {
	displayName: 'Proof',
	name: 'proofFrom',
	type: 'options',
	options: [
		{ name: 'Fetched From the Service', value: 'service' },
		{ name: 'From an Input Field', value: 'input' },
	],
	default: 'service',
	description:
		"Where the proof comes from; either way it is checked with the log's public key in the credential",
};

const proofField: INodeProperties = {
	displayName: 'Proof Input Data Field Name',
	name: 'proofField',
	type: 'string',
	displayOptions: { show: { proofFrom: ['input'] } },
	default: 'proof',
	required: true,
	description: 'Name of the input field that contains the proof as a binary file',
};

const outputField: INodeProperties = {
	displayName: 'Put Proof in Field',
	name: 'outputField',
	type: 'string',
	displayOptions: { show: { proofFrom: ['service'] } },
	default: 'proof',
	description: 'Name of the output field to put the fetched proof in; empty to leave it out',
};

const fileProperties: readonly INodeProperties[] = [
	{
		displayName: 'Compare a File',
		name: 'compareFile',
		type: 'boolean',
		default: true,
		description: 'Whether to check that a file is the one the record is about',
	},
	{
		displayName: 'Input Data Field Name',
		name: 'inputField',
		type: 'string',
		displayOptions: { show: { compareFile: [true] } },
		default: 'data',
		required: true,
		description: 'Name of the input field that contains the binary file data',
	},
];

/** What every Verify shows besides its record; `of` names the record, such as `an asset`. */
export function recordProof(of: string) {
	return {
		description: `Check the proof that the log holds ${of}, without believing the service`,
		before: [proofSource],
		after: [proofField, outputField],
		kinds: { proofField: 'file', inputField: 'file' },
	} as const;
}

/** The same for a record about a file. */
export function fileProof(of: string) {
	const { after, ...shown } = recordProof(of);
	return { ...shown, after: [...after, ...fileProperties] };
}

/** Where the expected record's kind, id, position and step come from. */
export interface VerifiedRecord {
	readonly kinds: readonly string[];
	readonly id: string;
	readonly position?: string;
	readonly step?: string;
}

export function verifying(record: VerifiedRecord): OperationBehaviour {
	return { perform: (item, call) => verify(item, call, record) };
}

async function verify(item: Item, call: Call, record: VerifiedRecord): Promise<readonly Output[]> {
	const trust = await trustOf(item);
	const fetched =
		readText(item, 'proofFrom') === 'input' ? undefined : await callForBytes(item.context, call);
	const proof = await limited(
		fetched === undefined
			? await binaryAt(item, 'proofField', 'Proof Input Data Field Name')
			: (fetched.stream as AsyncIterable<Uint8Array>),
	);
	const verdict = await verdictOn(item, await checkProof(proof, trust), {
		kinds: record.kinds,
		id: textOf(call, record.id),
		position: record.position === undefined ? undefined : textOf(call, record.position),
		step: record.step === undefined ? undefined : textOf(call, record.step),
	});
	const binary =
		fetched === undefined ? {} : await proofOutput(item, proof, nameOf(fetched.headers));
	return [{ json: shown(verdict), ...binary }];
}

/** Checks the proof, then the expected record, then the file. */
async function verdictOn(
	item: Item,
	verdict: ProofVerdict,
	wanted: WantedRecord,
): Promise<ProofVerdict> {
	const ofWanted = verdict.valid ? ofRecord(verdict, wanted) : verdict;
	if (!ofWanted.valid || !readFlag(item, 'compareFile')) return ofWanted;
	const hash = new Blake2b256();
	const file = await binaryAt(item, 'inputField', 'Input Data Field Name');
	for await (const chunk of file) hash.update(chunk);
	return withFile(ofWanted, hash.digestHex());
}

function textOf({ values }: Call, name: string): string | undefined {
	const value = values[name];
	return value === undefined ? undefined : String(value);
}

async function binaryAt(
	item: Item,
	parameter: string,
	label: string,
): Promise<AsyncIterable<Uint8Array>> {
	const file = await readBinary(item, parameter, label);
	return file.stream();
}

/** Reads a proof; stops once it is too long. */
async function limited(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let sizeBytes = 0;
	for await (const chunk of bytes) {
		chunks.push(chunk);
		sizeBytes += chunk.length;
		if (sizeBytes > proofSizeBytesMax) break;
	}
	return concat(chunks);
}

/** The name that the service gives the file. */
function nameOf(headers: IDataObject): string {
	return fileNameOf(headers['content-disposition']) ?? 'record.tlog-proof';
}

async function proofOutput(
	item: Item,
	proof: Uint8Array,
	fileName: string,
): Promise<{ readonly binary?: Record<string, IBinaryData> }> {
	const field = readText(item, 'outputField');
	if (field === '') return {};
	const { helpers } = item.context;
	const file = await helpers.prepareBinaryData(Buffer.from(proof), fileName, 'text/plain');
	return { binary: { [field]: file } };
}

async function trustOf(item: Item): Promise<Trust> {
	const { logKey, witnessKeys, witnessesMin } = await item.context.getCredentials(
		credentialName,
		item.itemIndex,
	);
	const log = String(logKey ?? '').trim();
	if (log === '') {
		throw refuseItem(
			item,
			"'Log Public Key' of the credential is empty",
			'Enter the public key of the log in the credential. Take it from somebody you believe: the service shows it at /log, and whoever is to check the service must not take it from there each time.',
		);
	}
	const witnesses = String(witnessKeys ?? '')
		.split(/[\s,]+/)
		.filter((vkey) => vkey !== '');
	// Empty: all of them.
	const minimum = String(witnessesMin ?? '').trim();
	return readTrust({
		log,
		witnesses,
		witnessesMin: minimum === '' ? undefined : Number(minimum),
	}).catch((fault: unknown) => {
		if (!(fault instanceof ProofFault)) throw fault;
		throw refuseItem(
			item,
			`The keys in the credential cannot be checked with: ${fault.message}`,
			"Correct 'Log Public Key', 'Witness Public Keys' and 'Witnesses Needed' in the credential.",
		);
	});
}

/** Parses the payload for the nodes that follow. */
function shown(verdict: ProofVerdict): IDataObject {
	if (!verdict.valid) return { ...verdict };
	const { payload, ...proven } = verdict;
	const record = payload === undefined ? null : (parsedJson(payload) ?? payload);
	return { ...proven, payload: record };
}
