/** What the approved version of a file is to what was compared. */
import { approvedVersion } from '../files/approvals';
import type { Outcome } from '../../comparison/outcome';
import { compare, type Comparing, type ComparingContext, type ComparingParts } from './comparing';

/**
 * Whether the two are equal; nothing while no version is approved. They are compared only where neither
 * their hashes nor the comparison made already tell.
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
