/** What counts as a difference of a document at its level, from the table that its comparison keeps to. */
import { comparedKinds, differencesAt, type ComparedKindName } from '../../api/comparison-levels';
import type { Model } from '../../api/types';

type File = Model<'KeeperFile'>;

/** Each comparison looks at the content anew; until then its type and the ending of its name tell the kind. */
const kindsByType: Readonly<Record<File['fileType'], ComparedKindName>> = {
	Text: 'text',
	Json: 'tree',
	Xml: 'tree',
	Pdf: 'pdf',
	Image: 'picture',
	Binary: 'bytes',
};

const kindsByEnding: Readonly<Partial<Record<File['fileType'], Record<string, ComparedKindName>>>> =
	{
		Text: {
			...{ csv: 'table', tsv: 'table', htm: 'page', html: 'page', xhtml: 'page' },
			...{ yaml: 'tree', yml: 'tree' },
		},
		Binary: {
			...{ docx: 'document', odt: 'document', xlsx: 'table', ods: 'table', zip: 'archive' },
		},
	};

export function kindOf({ fileType, fileName }: Pick<File, 'fileType' | 'fileName'>) {
	const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
	return kindsByEnding[fileType]?.[ending] ?? kindsByType[fileType];
}

export function ComparedAs({ file }: { readonly file: File }) {
	const kind = kindOf(file);
	const { counted, notCounted } = differencesAt(kind, file.accuracyLevel);
	return (
		<>
			<dt>Compared as</dt>
			<dd>
				{comparedKinds[kind].name}, at accuracy {file.accuracyLevel}
			</dd>
			<dt>Counted</dt>
			<dd>{counted.join('; ')}</dd>
			{notCounted.length > 0 && (
				<>
					<dt>Not counted</dt>
					<dd>{notCounted.join('; ')}</dd>
				</>
			)}
		</>
	);
}
