/** For a document of which only fingerprints are kept: what comparisons cannot see. */
import { comparedKinds, type ComparedKind } from '../../api/comparison/kinds';
import type { Model } from '../../api/types';
import { kindOfFile } from './kind-of-file';

interface KeptAsProps {
	readonly file: Model<'KeeperFile'>;
	readonly keepsContent: boolean;
}

export function KeptAs({ file, keepsContent }: KeptAsProps) {
	if (keepsContent) return null;
	const { fromFingerprints }: ComparedKind = comparedKinds[kindOfFile(file)];
	const { unseen, strict } = fromFingerprints;
	return (
		<>
			<dt>Kept of it</dt>
			<dd>
				fingerprints alone, as its folder has it: versions cannot be downloaded, and reports name
				places in place of texts
			</dd>
			{unseen !== undefined && (
				<>
					<dt>Not seen</dt>
					<dd>{unseen}</dd>
				</>
			)}
			{strict !== undefined && (
				<>
					<dt>Taken more strictly</dt>
					<dd>{strict}</dd>
				</>
			)}
		</>
	);
}
