/** Maps thrown faults to refusals, with those that only the service knows. */
import { asRefusal, type RefusalReader } from '../../server/http/refusals';
import { shortageRefusal } from '../storage/bucket-shortage';

export const refusalOf: RefusalReader = (fault, request) =>
	shortageRefusal(fault) ?? asRefusal(fault, request);
