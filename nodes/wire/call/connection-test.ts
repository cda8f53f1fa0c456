/**
 * The test of the credential: calls every address like the nodes do, and says which address, or
 * whether the key, is wrong and what to change.
 */
import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import { troubleOf } from './call-error';

/** One address and the request made there. */
interface Probe {
	readonly label: string;
	readonly address: string;
	readonly path: string;
	readonly key: string;
	/** False: the request takes no limit. */
	readonly isList?: false;
}

interface Answer {
	readonly status: number;
	readonly body: unknown;
}

const timeoutMs = 15_000;

/** In every node's `methods.credentialTest`; n8n passes the values just entered. */
export async function testConnection(
	this: ICredentialTestFunctions,
	credential: ICredentialsDecrypted,
): Promise<INodeCredentialTestResult> {
	const problem = await problemOf(this, credential.data ?? {});
	return problem === undefined
		? { status: 'OK', message: `${addressesIn(credential.data ?? {})} the key` }
		: { status: 'Error', message: problem };
}

async function problemOf(
	tester: ICredentialTestFunctions,
	values: ICredentialDataDecryptedObject,
): Promise<string | undefined> {
	const [key, baseUrl, storageUrl, exchangeUrl] = addressFields.map((name) => textOf(values, name));
	if (!key)
		return "'API Key' is empty. Enter the key of a user; it was shown once when it was made.";
	const base = { label: 'Base Address', address: baseUrl ?? '', path: '/products', key };
	const storage = { label: 'Storage Address', address: storageUrl ?? '', path: '/files/', key };
	const exchange = {
		label: 'Exchange Address',
		address: exchangeUrl ?? '',
		path: '/account',
		key,
		isList: false,
	} as const;
	const isExchangeAlone = isOfExchangeAlone(values);
	const probes: readonly Probe[] = [
		...(isExchangeAlone ? [] : [base, storage]),
		...(exchange.address === '' ? [] : [exchange]),
	];
	const problem = probes.map(notAnAddress).find((found) => found !== undefined);
	if (problem !== undefined) return problem;
	if (isExchangeAlone) return exchangeProblem(await ask(tester, exchange), 'alone');
	return (
		baseProblem(await ask(tester, base)) ??
		storageProblem(await ask(tester, storage), `${withoutSlashes(base.address)}/storage`) ??
		(exchange.address === ''
			? undefined
			: exchangeProblem(await ask(tester, exchange), 'beside the service'))
	);
}

const addressFields = ['apiKey', 'baseUrl', 'storageUrl', 'exchangeUrl'] as const;

function textOf(values: ICredentialDataDecryptedObject, name: string): string {
	const value = values[name];
	return typeof value === 'string' ? value.trim() : '';
}

/** True for a credential of the exchange only. */
function isOfExchangeAlone(values: ICredentialDataDecryptedObject): boolean {
	const [, baseUrl, storageUrl, exchangeUrl] = addressFields.map((name) => textOf(values, name));
	return baseUrl === '' && storageUrl === '' && exchangeUrl !== '';
}

function addressesIn(values: ICredentialDataDecryptedObject): string {
	if (isOfExchangeAlone(values)) return 'The exchange answers, and knows';
	return textOf(values, 'exchangeUrl') === ''
		? 'Both addresses answer, and know'
		: 'All addresses answer, and know';
}

const withoutSlashes = (address: string) => address.replace(/\/+$/, '');

function notAnAddress({ label, address }: Probe): string | undefined {
	if (address === '') return `'${label}' is empty.`;
	if (/^https?:\/\/[^/]/i.test(address)) return undefined;
	return /^[a-z][a-z+.-]*:\/\//i.test(address)
		? `'${label}' begins with neither http:// nor https://.`
		: `'${label}' lacks http:// or https:// at its beginning. Enter, for example, 'https://${address}'.`;
}

/** The answer, or a text that says why there is none. */
async function ask(tester: ICredentialTestFunctions, probe: Probe): Promise<Answer | string> {
	const { helpers } = tester;
	try {
		const answer = (await helpers.request({
			method: 'GET',
			uri: withoutSlashes(probe.address) + probe.path,
			...(probe.isList === false ? {} : { qs: { limit: 1 } }),
			headers: { accept: 'application/json', 'x-api-key': probe.key },
			simple: false,
			followRedirect: false,
			resolveWithFullResponse: true,
			timeout: timeoutMs,
		})) as { readonly statusCode: number; readonly body: unknown };
		return { status: answer.statusCode, body: parsed(answer.body) };
	} catch (error) {
		return `'${probe.label}' cannot be reached: ${troubleOf(error)}. Check the address, and that the service runs.`;
	}
}

function parsed(body: unknown): unknown {
	if (typeof body !== 'string') return body;
	try {
		return JSON.parse(body);
	} catch {
		// Not JSON, so not an answer of the interface.
		return undefined;
	}
}

/** True for a refusal of the interface: with a code, or from the storage with a status. */
function isRefusal(body: unknown): boolean {
	return (
		typeof body === 'object' &&
		body !== null &&
		('errorCode' in body || ('status' in body && 'message' in body))
	);
}

function baseProblem(answer: Answer | string): string | undefined {
	if (typeof answer === 'string') return answer;
	const { status, body } = answer;
	if (status === 200 && Array.isArray(body)) return undefined;
	if (status === 401 && isRefusal(body)) {
		return "The address is right, but the API key is not valid. Check 'API Key' for missing characters, or ask a user administrator for a new one.";
	}
	if (status === 403 && isRefusal(body)) {
		return "The address answers, but refuses this API key. Check that the user of 'API Key' is not disabled.";
	}
	return (
		commonProblem('Base Address', status) ??
		"A server answers at 'Base Address', but not as a Sealkeeper service does. Check the address: it is the one the product paths such as /sealer follow."
	);
}

/** A 403 shows that the storage knows the key, which may have no right to list files. */
function storageProblem(answer: Answer | string, usual: string): string | undefined {
	if (typeof answer === 'string') return answer;
	const { status, body } = answer;
	if (status === 200 && Array.isArray(body)) return undefined;
	if (status === 403 && isRefusal(body)) return undefined;
	if (status === 401 && isRefusal(body)) {
		return "'Base Address' knows this API key, and 'Storage Address' does not: it is the storage of another service.";
	}
	return (
		commonProblem('Storage Address', status) ??
		`A server answers at 'Storage Address', but not as the storage of a Sealkeeper service does. Usual is '${usual}'.`
	);
}

function exchangeProblem(
	answer: Answer | string,
	where: 'alone' | 'beside the service',
): string | undefined {
	if (typeof answer === 'string') return answer;
	const { status, body } = answer;
	if (status === 200 && isAccount(body)) return undefined;
	if (status === 401 && isRefusal(body)) {
		return where === 'alone'
			? "'Exchange Address' is right, but the API key is not valid there. Check 'API Key' for missing characters, or have a new one made at the exchange."
			: "'Base Address' knows this API key, and 'Exchange Address' does not. Have the key added at the exchange, or make a credential of its own for the key there, with 'Base Address' and 'Storage Address' empty.";
	}
	if (status === 403 && isRefusal(body)) {
		return "'Exchange Address' answers, but refuses this API key: it is no trader's key. Take one of the account that is to trade.";
	}
	return (
		commonProblem('Exchange Address', status) ??
		"A server answers at 'Exchange Address', but not as a Sealkeeper exchange does. Check the address; it is not that of the service."
	);
}

function isAccount(body: unknown): boolean {
	return typeof body === 'object' && body !== null && 'balances' in body;
}

function commonProblem(label: string, status: number): string | undefined {
	if (status >= 300 && status < 400) {
		return `'${label}' leads on to another address. Enter that one, with https where the service uses it.`;
	}
	return status >= 500
		? `'${label}' answers with status ${status}: the service, or a proxy before it, is not working at the moment. Try again later.`
		: undefined;
}
