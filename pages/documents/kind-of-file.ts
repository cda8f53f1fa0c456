/** Guesses the kind by which a document will be compared, from its type and extension. */
import type { ComparedKindName } from '../../api/comparison/levels';
import type { Model } from '../../api/types';

type File = Model<'KeeperFile'>;

/** The comparison itself looks at the content; this is only a guess. */
const kindsByType: Readonly<Record<File['fileType'], ComparedKindName>> = {
	Text: 'text',
	Json: 'tree',
	Xml: 'tree',
	Pdf: 'pdf',
	Image: 'picture',
	Binary: 'bytes',
};

/** Pictures in unsupported formats are compared as bytes. */
const kindsByEnding: Readonly<Partial<Record<File['fileType'], Record<string, ComparedKindName>>>> =
	{
		Text: {
			csv: 'table',
			tsv: 'table',
			htm: 'page',
			html: 'page',
			xhtml: 'page',
			yaml: 'tree',
			yml: 'tree',
		},
		Image: { avif: 'bytes', heic: 'bytes', heif: 'bytes', bmp: 'bytes' },
		Binary: {
			docx: 'document',
			odt: 'document',
			xlsx: 'table',
			ods: 'table',
			zip: 'archive',
		},
	};

export function kindOfFile({ fileType, fileName }: Pick<File, 'fileType' | 'fileName'>) {
	const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
	return kindsByEnding[fileType]?.[ending] ?? kindsByType[fileType];
}
