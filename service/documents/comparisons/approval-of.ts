import { approvedVersion } from '../files/approvals';
import type { Outcome } from '../../../comparison/core/outcome';
import { compare, type Comparing, type ComparingContext, type ComparingParts } from './comparing';

/**
 * Returns whether the compared side equals the approved version; empty if no version is approved.
 * Compares only if neither the hashes nor the comparison already made tell.
 */
export async function approvalOf(
	parts: ComparingParts,
	context: ComparingContext,
	{ outcome, ...compared }: Comparing & { readonly outcome: Outcome },
): Promise<{ readonly equalsApproved?: boolean }> {
	const approved = await approvedVersion(parts.database, compared.kept.id);
	if (approved === undefined) return {};
	if (approved.id === compared.version.id) return { equalsApproved: outcome.outcome === 'equal' };
	if (approved.hash === compared.other.file.hash) return { equalsApproved: true };
	const toApproved = { ...compared, version: approved, isReported: false };
	const { outcome: found } = await compare(parts, context, toApproved);
	return { equalsApproved: found === 'equal' };
}
