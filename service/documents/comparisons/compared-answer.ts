import type { Model } from '../../../api/types';
import { figuresOf } from '../../../comparison/core/outcome';
import { approvalOf } from './approval-of';
import {
	compare,
	linkOf,
	type Comparing,
	type ComparingContext,
	type ComparingParts,
} from './comparing';

export async function answerOf(
	parts: ComparingParts,
	context: ComparingContext,
	asked: Comparing & { readonly productId: string },
): Promise<Model<'CompareResponse'>> {
	const outcome = await compare(parts, context, asked);
	return {
		...figuresOf(outcome),
		version: asked.version.version,
		...(await approvalOf(parts, context, { ...asked, outcome })),
		...(await linkOf(parts, context, { ...asked, outcome })),
	};
}
