/** As which kind of the table of levels a document is compared, told from what is known of it without its bytes. */
import type { ComparedKindName } from '../../api/comparison/levels';
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

/** Pictures that nothing here can open are compared as bytes. */
const kindsByEnding: Readonly<Partial<Record<File['fileType'], Record<string, ComparedKindName>>>> =
	{
		Text: {
			...{ csv: 'table', tsv: 'table', htm: 'page', html: 'page', xhtml: 'page' },
			...{ yaml: 'tree', yml: 'tree' },
		},
		Image: { avif: 'bytes', heic: 'bytes', heif: 'bytes', bmp: 'bytes' },
		Binary: {
			...{ docx: 'document', odt: 'document', xlsx: 'table', ods: 'table', zip: 'archive' },
		},
	};

export function kindOfFile({ fileType, fileName }: Pick<File, 'fileType' | 'fileName'>) {
	const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
	return kindsByEnding[fileType]?.[ending] ?? kindsByType[fileType];
}
