/**
 * What counts as a difference at the document's accuracy level, from the table that comparisons
 * use.
 */
import { comparedKinds, differencesAt } from '../../api/comparison/kinds';
import type { Model } from '../../api/types';
import { kindOfFile } from './kind-of-file';

export function ComparedAs({ file }: { readonly file: Model<'KeeperFile'> }) {
	const kind = kindOfFile(file);
	const { counted, notCounted } = differencesAt(kind, file.accuracyLevel);
	return (
		<>
			<dt>Compared as</dt>
			<dd>
				{comparedKinds[kind].name}, at accuracy {file.accuracyLevel}
				<details>
					<summary>What counts as a difference</summary>
					<p>Counted: {counted.join('; ')}</p>
					{notCounted.length > 0 && <p>Not counted: {notCounted.join('; ')}</p>}
				</details>
			</dd>
		</>
	);
}
