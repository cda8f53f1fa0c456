/** Which refusal stands for what was thrown; only some faults are known to the service alone. */
import { asRefusal, type RefusalReader } from '../../server/http/refusals';
import { shortageRefusal } from '../storage/bucket-shortage';

export const refusalOf: RefusalReader = (fault, request) =>
	shortageRefusal(fault) ?? asRefusal(fault, request);
