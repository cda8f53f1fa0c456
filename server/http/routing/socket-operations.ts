import type {
	EndpointDescription,
	Field,
	SocketDescription,
} from '../../../api/language/description';
import type { ProgramDescription } from '../../../api/programs';
import { endpointsOf } from './endpoints';

export function operationEndpoint(
	program: ProgramDescription,
	operation: string,
): EndpointDescription {
	const named = endpointsOf(program).find((each) => each.operation === operation);
	if (named === undefined) throw new Error(`no operation ${operation}`);
	return named.endpoint;
}

/** The fields of an operation in a message; path fields are required. */
export function messageFields(
	{ fields }: EndpointDescription,
	{ leftOut }: SocketDescription,
): Readonly<Record<string, Field>> {
	const taken = Object.entries<Field>(fields).filter(([name]) => !leftOut.includes(name));
	return Object.fromEntries(
		taken.map(([name, field]) => [
			name,
			field.in === 'path' ? { ...field, required: true } : field,
		]),
	);
}
