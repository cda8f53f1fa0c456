/**
 * Checks values against the schemas of an OpenAPI document, by Ajv as the servers have it: the
 * tools of the repository bring an older one of their own.
 */
import { createRequire } from 'node:module';
import path from 'node:path';

interface Validate {
	(value: unknown): boolean;
	readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

interface Validator {
	addSchema(schema: object): void;
	compile(schema: object): Validate;
}

type ValidatorClass = new (options: { strict: boolean; allErrors: boolean }) => Validator;

const ofServer = createRequire(path.join(__dirname, '..', '..', '..', 'server', 'package.json'));
const { default: Ajv } = ofServer('ajv') as { readonly default: ValidatorClass };
const { default: addFormats } = ofServer('ajv-formats') as {
	readonly default: (validator: Validator) => void;
};

/** What is wrong with a value of a schema of the document; nothing when it fits. */
export function schemaFaults(document: object): (schema: object, value: unknown) => string[] {
	const ajv = new Ajv({ strict: false, allErrors: true });
	addFormats(ajv);
	ajv.addSchema({ ...document, $id: 'document' });
	const compiled = new Map<string, Validate>();
	return (schema, value) => {
		const text = JSON.stringify(schema).replace(/"#\//g, '"document#/');
		const validate = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object);
		compiled.set(text, validate);
		if (validate(value)) return [];
		return (validate.errors ?? []).map(
			({ instancePath, message = '' }) => `${instancePath} ${message}`,
		);
	};
}
