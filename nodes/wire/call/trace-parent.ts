/**
 * Leads from an execution of n8n to what it has the services do: each of its calls carries one and the
 * same `traceparent` (W3C Trace Context). Trace and parent are the first 16 and the next 8 bytes of the
 * SHA-256 of `INSTANCE/WORKFLOW/EXECUTION`, the ids n8n gives them. The parent is no span of n8n's,
 * whose own traces do not reach calls with a credential.
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import { toHex } from '../../../proof/bytes';
import { sha256 } from '../../../proof/sha256';

const traceDigits = 32;
const parentDigits = 16;

/** Sampled: a program that goes by its caller keeps the trace. */
const flags = '01';

/** No header where n8n has given the execution no id. */
export async function traceHeaderOf(
	execution: IExecuteFunctions,
): Promise<{ readonly traceparent?: string }> {
	const executionId = execution.getExecutionId();
	if (!executionId) return {};
	const ids = [execution.getInstanceId(), execution.getWorkflow().id, executionId];
	const hex = toHex(await sha256(new TextEncoder().encode(ids.join('/'))));
	const parent = hex.slice(traceDigits, traceDigits + parentDigits);
	return { traceparent: `00-${hex.slice(0, traceDigits)}-${parent}-${flags}` };
}
