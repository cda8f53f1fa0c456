/**
 * The credentials of an execution under test: one Sealkeeper credential, applied the way its own
 * `authenticate` says, with n8n's expressions evaluated. It stands where n8n keeps its database.
 */
import {
	ICredentialsHelper,
	type ICredentialDataDecryptedObject,
	type ICredentials,
	type IHttpRequestOptions,
	type INode,
	type INodeProperties,
	type IRequestOptionsSimplified,
	type Workflow,
} from 'n8n-workflow';
import { SealkeeperApi } from '../../../credentials/SealkeeperApi.credentials';

const credentialType = new SealkeeperApi();

function evaluate(workflow: Workflow, node: INode, text: string, secrets: object): string {
	return String(
		workflow.expression.getSimpleParameterValue(node, text, 'internal', {
			$credentials: { ...secrets },
		}),
	);
}

export class CredentialStore extends ICredentialsHelper {
	constructor(private readonly secrets: ICredentialDataDecryptedObject) {
		super();
	}

	getParentTypes(): string[] {
		return [];
	}

	isCredentialUsableByNode(): boolean {
		return true;
	}

	async authenticate(
		credentials: ICredentialDataDecryptedObject,
		_typeName: string,
		requestOptions: IHttpRequestOptions | IRequestOptionsSimplified,
		workflow?: Workflow,
		node?: INode,
	): Promise<IHttpRequestOptions> {
		if (workflow === undefined || node === undefined) throw new Error('There is no workflow');
		const headers: Record<string, string> = {};
		for (const [name, value] of Object.entries(
			credentialType.authenticate.properties.headers ?? {},
		)) {
			headers[name] = evaluate(workflow, node, String(value), credentials);
		}
		const options = requestOptions as IHttpRequestOptions;
		return { ...options, headers: { ...options.headers, ...headers } };
	}

	async preAuthentication(): Promise<undefined> {
		return undefined;
	}

	async runPreAuthentication(): Promise<undefined> {
		return undefined;
	}

	async getCredentials(): Promise<ICredentials> {
		throw new Error('Encrypted credentials are not kept here');
	}

	async getDecrypted(): Promise<ICredentialDataDecryptedObject> {
		return { ...this.secrets };
	}

	async updateCredentials(): Promise<void> {
		throw new Error('Credentials are not changed by these nodes');
	}

	async updateCredentialsOauthTokenData(): Promise<void> {
		throw new Error('Credentials are not changed by these nodes');
	}

	getCredentialsProperties(): INodeProperties[] {
		return credentialType.properties;
	}
}
