/**
 * What counts as a difference at the document's accuracy level, from the table that comparisons
 * use.
 */
import { comparedKinds, differencesAt, type ComparedPhrase } from '../../api/comparison/kinds';
import type { Model } from '../../api/types';
import { useTexts } from '../parts/language/texts';
import { kindOfFile } from './kind-of-file';
import { kindTexts } from './kind-texts';
import { texts } from './texts';

export function ComparedAs({ file }: { readonly file: Model<'KeeperFile'> }) {
	const say = useTexts(texts);
	const sayKind = useTexts(kindTexts);
	const kind = kindOfFile(file);
	const { counted, notCounted } = differencesAt(kind, file.accuracyLevel);
	const listed = (phrases: readonly ComparedPhrase[]) =>
		phrases.map((phrase) => sayKind(phrase)).join(say('; '));
	return (
		<>
			<dt>{say('Compared as')}</dt>
			<dd>
				{say('{kind}, at accuracy {level}', {
					kind: sayKind(comparedKinds[kind].name),
					level: say(file.accuracyLevel),
				})}
				<details>
					<summary>{say('What counts as a difference')}</summary>
					<p>{say('Counted: {phrases}', { phrases: listed(counted) })}</p>
					{notCounted.length > 0 && (
						<p>{say('Not counted: {phrases}', { phrases: listed(notCounted) })}</p>
					)}
				</details>
			</dd>
		</>
	);
}
