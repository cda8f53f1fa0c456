/** What the approved version of a file is to what was compared. */
import type { RequestContext } from '../operations/handler';
import { approvedVersion } from './approvals';
import { compare, type Comparing, type ComparingParts, type Finding } from './comparing';

/**
 * Whether the two are equal; nothing while no version is approved. They are compared only where neither
 * their hashes nor the comparison made already tell.
 */
export async function approvalOf(
	parts: ComparingParts,
	context: Pick<RequestContext, 'caller' | 'leaving'>,
	{ finding, ...compared }: Comparing & { readonly finding: Finding },
): Promise<{ readonly equalsApproved?: boolean }> {
	const approved = await approvedVersion(parts.database, compared.kept.id);
	if (approved === undefined) return {};
	if (approved.id === compared.version.id) return { equalsApproved: finding.isEqual };
	if (approved.hash === compared.other.file.hash) return { equalsApproved: true };
	const toApproved = { ...compared, version: approved, isReported: false };
	return { equalsApproved: (await compare(parts, context, toApproved)).isEqual };
}
