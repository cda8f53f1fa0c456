/**
 * Leads from an execution of n8n to what it makes the services do: each of its calls carries one and the
 * same `traceparent` (W3C Trace Context). Trace and parent are the first 16 and the next 8 bytes of the
 * SHA-256 of `INSTANCE/WORKFLOW/EXECUTION`, the ids n8n gives them. The parent is no span of n8n's,
 * whose own traces do not reach calls with a credential.
 */
import type { IExecuteFunctions } from 'n8n-workflow';
import { sha256 } from '../../../proof/sha256';
import { toHex } from '../../../proof/bytes';

const hexOfTrace = 32;
const hexOfParent = 16;

/** Sampled, because most collectors keep what the caller keeps. */
const flags = '01';

export async function traceParentOf(execution: IExecuteFunctions): Promise<string> {
	const ids = [execution.getInstanceId(), execution.getWorkflow().id, execution.getExecutionId()];
	const hex = toHex(await sha256(new TextEncoder().encode(ids.join('/'))));
	const trace = hex.slice(0, hexOfTrace);
	return `00-${trace}-${hex.slice(hexOfTrace, hexOfTrace + hexOfParent)}-${flags}`;
}
